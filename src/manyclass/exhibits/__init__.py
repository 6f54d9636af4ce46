"""Tables and figures: a folder for each document and one for a user's own comparison, in them one file an exhibit."""
