// Written by ctxhook init, deleted by ctxhook uninstall.
import { spawnSync } from "node:child_process"

const program = "ctxhook"
const agent = "AGENT"

// call tells ctxhook of an event. When ctxhook is missing or fails, the agent goes on.
const call = (event) => {
  const { stdout } = spawnSync(program, ["hook", "--agent", agent], { input: JSON.stringify(event), encoding: "utf8", timeout: 30000 })
  try { return JSON.parse(stdout).hookSpecificOutput ?? {} } catch { return {} }
}

const warnings = new Map() // of commands that run, by the id of the call

// before returns why a command is denied, or why its user is to be asked.
const before = (sessionID, callID, args, cwd) => {
  const answer = call({ hook_event_name: "tool.execute.before", tool: "bash", sessionID, callID, args, cwd })
  if (answer.additionalContext) warnings.set(callID, answer.additionalContext)
  const reason = answer.permissionDecisionReason
  return { denied: answer.permissionDecision === "deny" ? reason : "", asked: answer.permissionDecision === "ask" ? reason : "" }
}

// after returns what to add to the output of a command.
const after = (sessionID, callID, args, cwd, output, exit_code) => {
  const answer = call({ hook_event_name: "tool.execute.after", tool: "bash", sessionID, callID, args, cwd, output, exit_code })
  const texts = [warnings.get(callID), answer.additionalContext].filter(Boolean)
  warnings.delete(callID)
  return texts.map((text) => "\n" + text).join("")
}

const prompted = (sessionID, prompt, cwd) => call({ hook_event_name: "chat.message", sessionID, prompt, cwd })
const started = (sessionID, cwd) => call({ hook_event_name: "session.created", sessionID, cwd })
