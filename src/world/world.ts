import type { Language } from '../../contract/domain/text';
import type { PushArrival } from '../../contract/wire/push';
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
  /** Id of a chosen file, sent as the multipart field `file`, or as `field`. */
  file?: string;
  field?: string;
  /** Only the bytes from `start` to before `end` are sent, as the body itself, with their digest (RFC 9530). */
  slice?: { start: number; end: number };
  /** Further fields of that form. */
  fields?: Record<string, string>;
  /** `url` is complete: the call goes to another server, or to ours but not below the API base. */
  isElsewhere?: true;
  headers?: Record<string, string>;
  /** The answer may be a file: `send` then answers when it begins, with `FileBegun` as the body. */
  isFile?: true;
  /** The answer may take six times as long as usual: another system is asked first. */
  isSlow?: true;
}

/** A file that has begun to arrive: its id for `received`, and the rows it will have, where it is a list. */
export interface FileBegun {
  file: string;
  name: string;
  total: number;
}

/** Reason of the answer to a slice of a file that cannot be read any more: it was changed or removed. */
export const unreadableFile = 'file.unreadable';

/** An answer: any status from 200 to 500. `body` is the parsed body. */
export interface Answer {
  status: number;
  body: unknown;
}

/** No answer: no network, a time-out, a gateway without a server behind it. */
export class Unreachable extends Error {
  override name = 'Unreachable';
  /** The unanswered call, as messages name it. */
  call?: string;
  /** `status`: a gateway's status in place of the server's, if there was one. */
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
  /** Its first bytes in hex, as many as `imageKind` needs: they identify it whatever its name says. */
  head?: string;
}

/** How a stream of events ended: refused or closed by the server, or lost. */
export interface StreamEnd {
  /** Status of the answer; 0 without one. */
  status: number;
  /** The last event said that the session is over, or that the server restarts. */
  why?: 'over' | 'restart';
}

/** Messages between the windows of one browser. They carry no secret: those are read from storage. */
export type WindowMessage =
  | { kind: 'signedIn'; userId: string }
  /** `isForced`: the server ended the session. */
  | { kind: 'signedOut'; isForced?: true }
  /** A person is asked whether to sign out: which windows have unsaved input? */
  | { kind: 'leaving'; id: string }
  /** The answer of a window that holds unsaved input. */
  | { kind: 'unsaved'; id: string }
  /** The token pair in storage is a new one. */
  | { kind: 'renewed' }
  | { kind: 'locked' }
  /** An event of the server; one window has the connection. */
  | { kind: 'pushed'; event: PushArrival }
  | { kind: 'unlocked' }
  /** The stored lock was removed by hand. */
  | { kind: 'storageCleared' }
  /** The appearance was changed; the fields that changed. */
  | { kind: 'appearanceChanged'; look: Record<string, unknown> };

/** What a page finds when it starts. On a tape it is the first entry, so that a replay elsewhere begins alike. */
export interface Device {
  /** The language that the page is drawn in first: the stored one, or the best of the browser's. */
  language: Language;
  /** Those of the browser. */
  languages: readonly string[];
  timeZone: string;
  /** Of the window, in px. */
  width: number;
  height: number;
}

/** Everything a saga may ask of the browser and network. One object, so that it can be faked, recorded and replayed as
 *  one. */
export interface World {
  send(call: Call): Promise<Answer>;
  /**
   * Opens the server's stream of events with these headers, and resolves when it has ended. Its events arrive as actions
   * `push/arrived`.
   */
  stream(headers: Record<string, string>): Promise<StreamEnd>;
  sleep(ms: number): Promise<void>;
  /** Resolves when the latest change is on screen; at once in a hidden window. */
  painted(): Promise<void>;
  /** Loads a feature's code; its contents never pass through the World. */
  load(feature: string): Promise<void>;
  /** Loads the texts of a language and switches the page to it. */
  loadLanguage(language: Language): Promise<void>;
  settings(): Promise<ConsoleSettings>;
  /** Switches tester mode of the window. True when it must reload: a recording begins where the page does. */
  tester(isOn: boolean): boolean;
  device(): Device;
  now(): number;
  /** ms since the page started, by a monotonic clock. */
  uptime(): number;
  newId(): string;
  /** Put an address into the browser's bar and history. */
  navigate(path: string, how: 'push' | 'replace'): void;
  /** Go back (negative) or forward in the browser's history; the result arrives as any navigation of the browser. */
  travel(steps: number): void;
  /** Open an address of ours or of another host in a new window; false when the browser blocks it. */
  openWindow(url: string): boolean;
  /** The browser's own print dialog for the current page. */
  print(): void;
  /** The product's origin: scheme, host and port. */
  origin(): string;
  /** Navigate this window to another host: an identity provider. */
  redirect(url: string): void;
  /** Reload from storage. */
  reload(): void;
  /** Let the person choose one file; null when they cancel. */
  pickFile(accept: string): Promise<PickedFile | null>;
  /** Let the person choose files; none when they cancel. */
  pickFiles(accept: string): Promise<PickedFile[]>;
  /** The text of a chosen file, as UTF-8; null where it cannot be read any more. */
  readText(file: string): Promise<string | null>;
  /** Whether the address leads to a picture that can be shown. */
  probeImage(url: string): Promise<boolean>;
  copy(text: string): Promise<void>;
  /** The text that was packed with gzip and base64; null where it is damaged, or too long to be looked at. */
  unpack(packed: string): Promise<string | null>;
  /** Save text as a file. */
  download(name: string, text: string): void;
  /** How far a file has arrived: resolves after a while, and when it is whole. Throws `Unreachable` when it breaks off. */
  received(file: string): Promise<{ rows: number; isWhole: boolean }>;
  /** Save a file that has arrived, under the name that the server gave it. */
  saveReceived(file: string): void;
  /** Forget a file that has begun; one that is still arriving is cancelled. */
  dropReceived(file: string): void;
  /** Light or dark, for what lies outside the component tree. */
  setColorScheme(mode: 'light' | 'dark'): void;
  /** Enter or leave full screen. */
  fillScreen(isFull: boolean): Promise<void>;
  /** Activate the control that carries this key combination; false when there is none. */
  press(combo: string): boolean;
  /** Title of the window. */
  setTitle(title: string): void;
  /** A password as it is sent: md5 hex or SM2 ciphertext, as the deployment decided. */
  encryptPassword(password: string): string | Promise<string>;
  /** 32 bytes in hex from a password and a salt, slow on purpose (PBKDF2, 600,000 rounds of SHA-256). */
  derive(password: string, salt: string): Promise<string>;
  /** The stored state of a slice right now, whichever window wrote it; null without one. */
  readStored(slice: string): Promise<Record<string, unknown> | null>;
  /** Resolves when everything to be stored has been written. */
  flush(): Promise<void>;
  /** Wait until no other window of this browser holds `name`, then hold it. Answers the id to release. */
  acquire(name: string): Promise<string>;
  release(held: string): void;
  /** Send a message to the other windows of this browser. */
  broadcast(message: WindowMessage): void;
  /** The recording so far, packed (gzip, base64); '' where recording is off. */
  tape(): Promise<string>;
  /** Name of the release that the server offers now. */
  latestRelease(): Promise<string>;
  /** Name of the release of this page. */
  ownRelease(): string;
}
