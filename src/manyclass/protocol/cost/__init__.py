"""What a trial costs before it runs: how far its sweep will go, how long that takes, how much memory and disk."""
