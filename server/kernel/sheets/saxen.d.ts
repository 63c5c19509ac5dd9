/** The part of the XML parser that is used; it brings no types. */
declare module 'saxen' {
  export class Parser {
    /** Names are given with these prefixes, by their namespace, whatever prefixes the text has for them. */
    ns(prefixes: Readonly<Record<string, string>>): this;
    on(
      event: 'openTag',
      heard: (name: string, attributes: () => Record<string, string>, decode: (text: string) => string) => void,
    ): this;
    on(event: 'closeTag', heard: (name: string) => void): this;
    on(event: 'text', heard: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata' | 'attention' | 'comment', heard: (text: string) => void): this;
    on(event: 'error' | 'warn', heard: (error: Error) => void): this;
    parse(text: string): unknown;
    write(part: string): unknown;
    end(): unknown;
    /** What is left of the text is not read. */
    stop(): void;
  }
}
