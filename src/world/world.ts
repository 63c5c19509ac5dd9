import type { Language } from '../../contract/domain/text';
import type { ConsoleSettings } from '../../contract/wire/settings';

/** One call to the server. Plain data, so that it can be recorded; a file travels as the id the World gave it. */
export interface Call {
  method: 'GET' | 'POST';
  /** Below the API base, e.g. `/blade-order/order/page`. */
  url: string;
  query?: Record<string, unknown>;
  /** Sent as a form body: for secrets, which no address carries, where the wire knows parameters. */
  form?: Record<string, string>;
  body?: unknown;
  /** Id of a picked file, sent as the multipart field `file`, or as `field`. */
  file?: string;
  field?: string;
  /** Further fields of that form. */
  fields?: Record<string, string>;
  /** `url` is complete: the call goes to another server, or to ours but not below the API base. */
  isElsewhere?: true;
  headers?: Record<string, string>;
}

/** What came back: any answer from 200 to 500. `body` is what the server said, parsed. */
export interface Answer {
  status: number;
  body: unknown;
}

/** No answer: no network, a time-out, a gateway without a server behind it. */
export class Unreachable extends Error {
  override name = 'Unreachable';
  /** What was asked and not answered, as messages name it. */
  call?: string;
  /** `status`: what a gateway said in place of the server, if one did. */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

export interface PickedFile {
  file: string;
  name: string;
  size: number;
  type: string;
  /** Its first bytes in hex, as many as `imageKind` wants: what it is, whatever its name says. */
  head?: string;
}

/** What the windows of one browser tell each other. What is secret is never told: it lies in storage. */
export type WindowMessage =
  | { kind: 'signedIn'; userId: string }
  /** `isForced`: the server ended the session, and nobody wanted that. */
  | { kind: 'signedOut'; isForced?: true }
  /** Somebody is asked whether to sign out: which windows would lose something? */
  | { kind: 'leaving'; id: string }
  /** The answer of a window that holds unsaved input. */
  | { kind: 'unsaved'; id: string }
  /** The token pair in storage is a new one. */
  | { kind: 'renewed' }
  | { kind: 'locked' }
  | { kind: 'unlocked' }
  /** Somebody took away what was kept of the lock, past the product. */
  | { kind: 'storageCleared' }
  /** How the product looks was changed; the fields that changed. */
  | { kind: 'appearanceChanged'; look: Record<string, unknown> };

/** Everything a saga may ask of the outside. One object, so it can be faked, recorded and replayed as one. */
export interface World {
  send(call: Call): Promise<Answer>;
  sleep(ms: number): Promise<void>;
  /** Resolves when what was just changed is on screen; at once in a window that nobody sees. */
  painted(): Promise<void>;
  /** Makes a feature's code available; what it holds never crosses the border. */
  load(feature: string): Promise<void>;
  /** Loads the words of a language and lets the page speak it. */
  loadLanguage(language: Language): Promise<void>;
  settings(): Promise<ConsoleSettings>;
  /**
   * Tells the window whether testers work here. True when it was not made for that and begins anew: a recording begins
   * where the page does.
   */
  tester(isOn: boolean): boolean;
  now(): number;
  /** ms since the page began, by a clock that nobody can set. */
  uptime(): number;
  newId(): string;
  /** Put an address into the browser's bar and history. */
  navigate(path: string, how: 'push' | 'replace'): void;
  /** Open an address of ours or of another host in a window of its own; false when the browser forbids it. */
  openWindow(url: string): boolean;
  /** The browser's own print dialog, for what is on screen. */
  print(): void;
  /** Where the product lies: scheme, host and port. */
  origin(): string;
  /** Send this window to another host: a provider that vouches for the person. */
  redirect(url: string): void;
  /** Begin anew with what lies in storage. */
  reload(): void;
  /** Let the person choose one file; null when they think better of it. */
  pickFile(accept: string): Promise<PickedFile | null>;
  /** Let the person choose files; none when they think better of it. */
  pickFiles(accept: string): Promise<PickedFile[]>;
  /** Whether a picture can be shown that is said to lie at this address. */
  probeImage(url: string): Promise<boolean>;
  copy(text: string): Promise<void>;
  /** Save text as a file of the person's. */
  download(name: string, text: string): void;
  /** Light or dark, for what lies outside the component tree. */
  setColorScheme(mode: 'light' | 'dark'): void;
  /** Fill the screen, or give it back. */
  fillScreen(isFull: boolean): Promise<void>;
  /** Work the control on screen that carries this key combination; false when there is none. */
  press(combo: string): boolean;
  /** Title of the window. */
  setTitle(title: string): void;
  /** A password in the form in which it travels: md5 hex or SM2 ciphertext, as the deployment decided. */
  encryptPassword(password: string): string | Promise<string>;
  /** 32 bytes in hex out of a password and a salt, slow on purpose (PBKDF2, 600,000 rounds of SHA-256). */
  derive(password: string, salt: string): Promise<string>;
  /** What lies in storage for a slice right now, whichever window wrote it; null when nothing does. */
  readStored(slice: string): Promise<Record<string, unknown> | null>;
  /** Resolves when everything that is to be kept has been written. */
  flush(): Promise<void>;
  /** Wait until no other window of this browser holds `name`, then hold it. Answers what to let go of. */
  acquire(name: string): Promise<string>;
  release(held: string): void;
  /** Tell the other windows of this browser. */
  broadcast(message: WindowMessage): void;
  /** What was recorded so far, packed (gzip, base64); '' where nothing is recorded. */
  tape(): Promise<string>;
  /** Name of the release that the server offers now. */
  latestRelease(): Promise<string>;
  /** Name of the release that this page was built as. */
  ownRelease(): string;
}
