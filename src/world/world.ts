import type { Language } from '../../contract/kit';
import type { ConsoleSettings } from '../../contract/settings';

/** One call to the server. Plain data, so that it can be recorded; a file travels as the id the World gave it. */
export interface Call {
  method: 'GET' | 'POST';
  /** Below the API base, e.g. `/blade-order/order/page`. */
  url: string;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Id of a picked file, sent as the multipart field `file`. */
  file?: string;
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
}

export interface PickedFile {
  file: string;
  name: string;
  size: number;
  type: string;
}

/** Everything a saga may ask of the outside. One object, so it can be faked, recorded and replayed as one. */
export interface World {
  send(call: Call): Promise<Answer>;
  sleep(ms: number): Promise<void>;
  /** Makes a feature's code available; what it holds never crosses the border. */
  load(feature: string): Promise<void>;
  /** Loads the words of a language and lets the page speak it. */
  speak(language: Language): Promise<void>;
  settings(): Promise<ConsoleSettings>;
  now(): number;
  newId(): string;
  /** Put an address into the browser's bar and history. */
  navigate(path: string, how: 'push' | 'replace'): void;
  /** Open an address of ours or of another host in a window of its own. */
  openWindow(url: string): void;
  /** Let the person choose one file; null when they think better of it. */
  pickFile(accept: string): Promise<PickedFile | null>;
  copy(text: string): Promise<void>;
  /** Save text as a file of the person's. */
  download(name: string, text: string): void;
  /** Light or dark, for what lies outside the component tree. */
  dress(mode: 'light' | 'dark'): void;
  /** Title of the window. */
  entitle(title: string): void;
  /** md5 hex, the form in which passwords travel. */
  digest(text: string): string;
}
