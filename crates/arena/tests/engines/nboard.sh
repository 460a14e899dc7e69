# An Othello engine that fails: sh nboard.sh BEHAVIOUR. The protocol is that of NBoard.

while read -r line; do
    case $line in
    ping*) echo "pong ${line#ping }" ;;
    go)
        case $1 in
        illegal) echo "=== A1/0.5/0.1" ;;
        garbage) echo "=== " ;;
        dies) exit 2 ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done
