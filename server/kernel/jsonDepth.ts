/** Levels of JSON from outside: beyond it, recursive code could run out of stack. */
export const deepest = 64;

/** Levels of brackets in a JSON text, counted without parsing it. */
export function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const c = json.charCodeAt(at);
    if (isText) {
      if (c === 0x5c) at++;
      else if (c === 0x22) isText = false;
    } else if (c === 0x22) isText = true;
    else if (c === 0x5b || c === 0x7b) most = Math.max(most, ++depth);
    else if (c === 0x5d || c === 0x7d) depth--;
  }
  return most;
}
