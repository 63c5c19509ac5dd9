/**
 * The help as data: what stands in the drawer beside each page, the chapters of the guide, and the tour.
 *
 * In all texts `{{name}}` is a fact that the contract decides (src/i18n/helpFacts.ts), `[words](page:order)` and
 * `[words](guide:signing)` are links, and “…” names a button, field, state or page as the
 * screen shows it.
 */

/** The states of a field of a module, `order.businessStatus`; their names come from the contract. */
export interface StatesHelp {
  of: string;
  /** What each state means, by its number. */
  means: Readonly<Record<number, string>>;
}

/** What the drawer says of a page. */
export interface PageHelp {
  /** What the page is for. */
  about: string;
  /** The usual steps, in order. */
  steps?: readonly string[];
  states?: StatesHelp;
  /** What buttons do, by their labels. */
  buttons?: Readonly<Record<string, string>>;
  /** What to do about a refusal, by its code; its sentence comes from the contract. */
  refusals?: Readonly<Record<string, string>>;
  /** Related pages and chapters: `page:order`, `guide:signing`. */
  see: readonly string[];
}
/** The pages of an area, by the code of their menu. */
export type AreaHelp = Readonly<Record<string, PageHelp>>;

/** A paragraph, a list, numbered steps, a table whose first row is its head, the states of a field, refusals. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { table: readonly (readonly string[])[] }
  | { states: StatesHelp }
  | { refusals: Readonly<Record<string, string>> }
  /** The shortcuts of a group, `anywhere`. */
  | { keys: string };
export interface Section {
  /** Part of its address. */
  id: string;
  title: string;
  blocks: readonly Block[];
}
export type Guide = Readonly<Record<string, readonly Section[]>>;

/** A chapter, as it is listed and found. */
export interface ChapterEntry {
  /** Part of its address. */
  id: string;
  title: string;
  /** Further words that it is found by. */
  words: readonly string[];
  /** Shown to those who may open this page alone. */
  page?: string;
}

export interface HelpWords {
  drawer: Readonly<
    Record<
      'title' | 'close' | 'steps' | 'states' | 'buttons' | 'refusals' | 'see' | 'guide' | 'keys' | 'tour' | 'none',
      string
    >
  >;
  /** Of a page that has no text of its own: made from the declaration of its module. `{name}` is its title. */
  made: Readonly<
    Record<
      'about' | 'list' | 'add' | 'update' | 'view' | 'remove' | 'export' | 'import' | 'action' | 'asks' | 'required',
      string
    >
  >;
  guide: Readonly<Record<'contents' | 'search' | 'print' | 'found' | 'none' | 'previous' | 'next', string>>;
  chapters: readonly ChapterEntry[];
  /** Further words by which pages are found, by their codes. */
  pages: Readonly<Record<string, readonly string[]>>;
  tour: {
    skip: string;
    back: string;
    next: string;
    done: string;
    /** `{at}` of `{of}` */
    step: string;
    steps: Readonly<
      Record<'menu' | 'search' | 'tabs' | 'notices' | 'person' | 'help', { title: string; text: string }>
    >;
  };
}

/** Areas of the menus; `own`: pages beside them. */
export const helpAreas = [
  'own',
  'lease',
  'desk',
  'work',
  'flow',
  'reports',
  'job',
  'monitor',
  'resource',
  'base',
  'authority',
  'system',
  'tool',
] as const;
export type HelpArea = (typeof helpAreas)[number];

/** The parts of the help that load by themselves: `texts/<language>/help/<part>.ts`, each exported as `help`. */
export interface HelpParts {
  common: HelpWords;
  areas: Readonly<Record<HelpArea, AreaHelp>>;
  guide: Guide;
}
