/** What makes a promise true. */
export type Rule =
  /** The server refuses the contrary with this code. */
  | { refusal: string }
  /** `module.action`: the module declares the action that is promised. */
  | { action: string }
  /** A module, or `*` for all: no action takes back or brings back, beside these. */
  | { noAction: string; but?: readonly string[] }
  /** A parameter that the server reads. */
  | { setting: string }
  /** `POST /path`: a call that the API document lists. */
  | { call: string }
  /** `path › name`: a test below `test/` that shows it. */
  | { test: string };

/** Each rule with the keys of the texts that promise it. */
export type PromiseTable = readonly (readonly [Rule, ...string[]])[];
