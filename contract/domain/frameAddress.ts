/** Addresses of pages that are not the console's own: what a menu may show in a frame, and what it may open in a window. */

export interface FrameRules {
  /** Where the console itself is served, e.g. `https://lease.example.com`. */
  origin: string;
  /** Hosts whose pages may stand in a frame: `reports.example.com`, with its port where that is not the usual one. */
  hosts: readonly string[];
}

export interface FrameAddress {
  src: string;
  /** Served where the console is served. */
  isOwn: boolean;
}

/**
 * Blanks, control and format characters, lone surrogates and backslashes: browsers drop or fold them before they read
 * an address, so what is judged would not be what is loaded.
 */
const deceptive = /[\s\p{C}\\]/u;
/** Menus made for other consoles put the token here. We never put one in an address, because addresses are logged. */
const placeholder = /\$\{[^}]*\}/g;

function parsed(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** http or https, without user name and password. */
function isPlainWeb({ protocol, username, password }: URL) {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** An absolute address has a scheme and a host; parsers disagree about `https:host` and `//host`. */
function isWhole(text: string) {
  return /^https?:\/\/[^/?#]/i.test(text);
}
function hasScheme(text: string) {
  return /^[a-z][a-z\d+.-]*:/i.test(text);
}

/** The page that a menu's path shows in a frame; null when it may not be shown. */
export function frameAddress(path: string, { origin, hosts }: FrameRules): FrameAddress | null {
  const text = path.replace(placeholder, '');
  if (text === '' || deceptive.test(text) || text.startsWith('//')) return null;
  if (hasScheme(text) && !isWhole(text)) return null;
  const url = parsed(text, `${origin}/`);
  if (!url || !isPlainWeb(url)) return null;
  const isOwn = url.origin === origin;
  const isListed = hosts.some((host) => host.toLowerCase() === url.host);
  return isOwn || isListed ? { src: url.href, isOwn } : null;
}

/** The page that a menu's path opens in a new window, on any host; null when it is none. */
export function windowAddress(path: string): string | null {
  const text = path.replace(placeholder, '');
  const url = deceptive.test(text) || !isWhole(text) ? null : parsed(text);
  return url && isPlainWeb(url) ? url.href : null;
}
