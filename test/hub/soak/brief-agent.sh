# An agent that starts in a moment. A session whose folder is named `leaving` starts two commands that outlive the agent,
# one of them in a session of the system of its own, and one in a folder named `killed` kills it with its first prompt.
while read -r line; do
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  result='{}'
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":2,"info":{"name":"brief","version":"1.0.0"},"capabilities":{"session":{}}}' ;;
    *'"method":"session/new"'*)
      case $line in */leaving*) sleep 3600 & setsid sleep 3600 & ;; esac
      result='{"sessionId":"s"}' ;;
    *'"method":"session/prompt"'*)
      case $line in *die*) kill -9 $$ ;; esac ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
