#!/usr/bin/env bash
# A SLURM of one node on this machine, to try the profile before a cluster meets it. For root, with Debian's packages:
#
#     apt-get install slurm-wlm munge
#     profiles/slurm/one_node.sh start FOLDER    # its logs and state; sinfo then shows a node that is idle
#     profiles/slurm/one_node.sh stop FOLDER
#
# There are no accounts, and no record of jobs that have ended but the controller's own. A job that takes more memory
# than it asked for is killed, as on a cluster. Jobs look for the configuration where SLURM has it by default, so that
# is where it is written; one that is there already is somebody's, and nothing is done.
set -euo pipefail

case "${1:-} ${2:-}" in "start "?* | "stop "?*) ;; *) echo "usage: $0 start|stop FOLDER" >&2 && exit 2 ;; esac
mkdir -p "$2"
folder=$(cd "$2" && pwd)
config=/etc/slurm/slurm.conf

stop() {
    for daemon in slurmd slurmctld munged; do
        [ ! -e "$folder/$daemon.pid" ] || kill "$(cat "$folder/$daemon.pid")" || true
    done
    if grep -qsx "# $folder" "$config"; then rm "$config"; fi
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
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
MinJobAge=3600
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(awk '/MemTotal/ {print int(0.9 * $2 / 1024)}' /proc/meminfo)
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

start() {
    if [ -e "$config" ]; then echo "$config is there already; this would be a second SLURM" >&2 && exit 1; fi
    mkdir -p "$folder/state" "$folder/spool" "$(dirname "$config")"
    (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
        --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"
    configure >"$config"
    slurmctld
    slurmd
    for _ in $(seq 60); do
        if sinfo --noheader --format=%T 2>/dev/null | grep -qx idle; then return; fi
        sleep 0.5
    done
    echo "no node is idle after half a minute; see $folder/slurmctld.log and $folder/slurmd.log" >&2
    stop
    exit 1
}

"$1"
