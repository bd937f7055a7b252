// Written by ctxhook init, deleted by ctxhook uninstall.
import { spawnSync } from "node:child_process"

const program = "ctxhook"

// call tells ctxhook of an event. When ctxhook is missing or fails, OpenCode goes on.
const call = (event) => {
  const { status, stdout, stderr, error } = spawnSync(program, ["hook", "--agent", "opencode"], {
    input: JSON.stringify(event), encoding: "utf8", timeout: 30000,
  })
  if (error) return {}
  let answer = {}
  try { answer = JSON.parse(stdout).hookSpecificOutput ?? {} } catch {}
  return { denied: status === 2 ? stderr.trim() : "", advice: answer.additionalContext ?? "" }
}

export const ctxhook = async ({ directory }) => ({
  "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
    if (tool !== "bash") return
    const { denied } = call({ hook_event_name: "tool.execute.before", tool, sessionID, callID, args, cwd: args.workdir ?? directory })
    if (denied) throw new Error(denied)
  },
  "tool.execute.after": async ({ tool, sessionID, callID, args }, result) => {
    if (tool !== "bash") return
    const { advice } = call({
      hook_event_name: "tool.execute.after", tool, sessionID, callID, args, cwd: args?.workdir ?? directory,
      output: result.output, exit_code: result.metadata?.exit,
    })
    if (advice) result.output += "\n" + advice
  },
  "chat.message": async ({ sessionID }, { parts }) => {
    const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n")
    call({ hook_event_name: "chat.message", sessionID, prompt, cwd: directory })
  },
  event: async ({ event }) => {
    if (event.type === "session.created") call({ hook_event_name: "session.created", sessionID: event.properties.info.id, cwd: directory })
  },
})
