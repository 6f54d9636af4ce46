#!/usr/bin/env bash
# A SLURM of one node on this machine, to try the profile before a cluster meets it. For root, with Debian's packages:
#
#     apt-get install slurm-wlm munge            # and slurmdbd mariadb-server, for accounting
#     profiles/slurm/one_node.sh start FOLDER    # its logs and state; sinfo then shows a node that is idle
#     profiles/slurm/one_node.sh stop FOLDER
#
# `start FOLDER accounting` brings up a database beside it, which records jobs that have ended, and in which root has the
# account `one_node`; a job of no account is refused there. Without it there are no accounts, and no record but the
# controller's own. A job that takes more memory than it asked for is killed, as on a cluster. Jobs look for the
# configuration where SLURM has it by default, so that is where it is written; one that is there already is somebody's,
# and nothing is done.
set -Eeuo pipefail

case "${1:-} ${2:-} ${3:-}" in
    "start "?*" " | "start "?*" accounting" | "stop "?*" ") ;;
    *) echo "usage: $0 start FOLDER [accounting] | stop FOLDER" >&2 && exit 2 ;;
esac
mkdir -p "$2"
folder=$(cd "$2" && pwd)
accounting=${3:-none}
config=/etc/slurm/slurm.conf
accounts=/etc/slurm/slurmdbd.conf

stop() {
    for daemon in slurmd slurmctld slurmdbd mariadbd munged; do
        [ ! -e "$folder/$daemon.pid" ] || end "$(cat "$folder/$daemon.pid")"
    done
    for file in "$config" "$accounts"; do
        if grep -qsx "# $folder" "$file"; then rm "$file"; fi
    done
}

end() {
    kill "$1" || true
    for _ in $(seq 60); do
        if ! kill -0 "$1" 2>/dev/null; then return; fi
        sleep 0.5
    done
}

configure() {
    cat <<END
# $folder
ClusterName=one_node
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
MinJobAge=3600
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(awk '/MemTotal/ {print int(0.9 * $2 / 1024)}' /proc/meminfo)
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    if [ "$accounting" = accounting ]; then
        cat <<END
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePass=$folder/munge.socket
AccountingStorageEnforce=associations
END
    else
        echo "AccountingStorageType=accounting_storage/none"
    fi
}

configure_accounts() {
    cat <<END
# $folder
DbdHost=localhost
DbdAddr=127.0.0.1
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=root
StorageLoc=slurm
PidFile=$folder/slurmdbd.pid
LogFile=$folder/slurmdbd.log
END
}

# Repeats a command until it succeeds, for half a minute.
until_done() {
    for _ in $(seq 60); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.5
    done
    echo "not done after half a minute: $*; see the logs in $folder" >&2
    stop
    exit 1
}

start_accounting() {
    mariadb-install-db --no-defaults --user=root --datadir="$folder/database" \
        --auth-root-authentication-method=normal --skip-test-db >"$folder/mariadb-install.log" 2>&1
    mariadbd --no-defaults --user=root --datadir="$folder/database" --socket="$folder/mariadb.socket" --skip-networking \
        --pid-file="$folder/mariadbd.pid" --log-error="$folder/mariadbd.log" >/dev/null 2>&1 &
    until_done mariadb-admin --no-defaults --socket="$folder/mariadb.socket" ping
    (umask 077 && configure_accounts >"$accounts")
    MYSQL_UNIX_PORT="$folder/mariadb.socket" slurmdbd
    until_done sacctmgr --immediate add cluster one_node
    sacctmgr --immediate add account one_node >"$folder/sacctmgr.log"
    sacctmgr --immediate add user root Account=one_node >>"$folder/sacctmgr.log"
}

node_is_idle() {
    sinfo --noheader --format=%T | grep -qx idle
}

start() {
    needed="munged slurmctld slurmd"
    if [ "$accounting" = accounting ]; then needed="$needed slurmdbd mariadbd mariadb-install-db"; fi
    for command in $needed; do
        if ! command -v "$command" >/dev/null; then
            echo "$command is missing: install the packages named at the top of $0" >&2 && exit 1
        fi
    done
    for file in "$config" "$accounts"; do
        if [ -e "$file" ]; then echo "$file is there already; this would be a second SLURM" >&2 && exit 1; fi
    done
    mkdir -p "$folder/state" "$folder/spool" "$(dirname "$config")"
    trap 'echo "it did not start; see the logs in $folder" >&2; stop' ERR
    (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
        --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"
    configure >"$config"
    if [ "$accounting" = accounting ]; then start_accounting; fi
    slurmctld
    slurmd
    until_done node_is_idle
}

"$1"
