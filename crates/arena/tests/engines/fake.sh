# A minimal engine: sh fake.sh BEHAVIOUR [LOG]
#
# It plays Connect-4 on 8 columns of 7 discs: the first column that is not full. BEHAVIOUR is how it fails. LOG gets the
# id of every process and every line that is received.

behaviour=$1
log=${2:-/dev/null}
echo "pid $$" >>"$log"
goes=0
games=0

# Never ends by itself, and has a child that does not either.
hang() {
    trap '' TERM INT HUP PIPE
    sleep 1000 &
    echo "pid $!" >>"$log"
    while :; do sleep 1000; done
}

# The first column with room, of those that follow `moves`.
column() {
    for column in 1 2 3 4 5 6 7 8; do
        discs=0
        for move in ${1#*moves}; do
            [ "$move" = "$column" ] && discs=$((discs + 1))
        done
        [ "$discs" -lt 7 ] && break
    done
    echo "$column"
}

introduce() {
    case $behaviour in
    start-dies) echo "no such network" >&2; exit 7 ;;
    start-hangs) hang ;;
    esac
    echo "id name Fake"
    echo "option name Hash type spin default 16 min 1 max 64"
    [ "$behaviour" = chess-only ] || echo "option name UCI_Variant type combo default chess var chess var connect4"
    echo "uciok"
}

answer() {
    goes=$((goes + 1))
    case $behaviour in
    illegal) echo "bestmove 99" ;;
    none) echo "bestmove (none)" ;;
    null) echo "bestmove 0000" ;;
    garbage) printf 'bes\377\376\ntmove 1\n\nbestmove\n' ;;
    dies) echo "first words" >&2; echo "out of memory" >&2; exit 3 ;;
    dies-third) [ "$goes" -lt 3 ] && echo "bestmove $(column "$1")" || exit 1 ;;
    deafens) exec 1>&-; hang ;;
    hangs) hang ;;
    floods) while :; do echo "info string still here"; done ;;
    mates) echo "info depth 9 score mate 2 nodes 70 pv 1 2 3"; echo "bestmove $(column "$1")" ;;
    *) echo "info depth 4 score cp -31 nodes 1234 nps 5 pv 1"; echo "bestmove $(column "$1")" ;;
    esac
}

while read -r line; do
    echo "$line" >>"$log"
    case $line in
    uci) introduce ;;
    isready) echo "readyok" ;;
    ucinewgame)
        games=$((games + 1))
        [ "$behaviour" = game-dies ] && [ "$games" -gt 1 ] && exit 1
        [ "$behaviour" = game-hangs ] && [ "$games" -gt 1 ] && hang
        ;;
    position*) position=$line ;;
    go*) answer "$position" ;;
    ping*)
        [ "$behaviour" = start-hangs ] && hang
        echo "pong ${line#ping }"
        ;;
    quit) exit 0 ;;
    esac
done
