import { chainOf, type Language } from '../../contract/domain/languages';
import { moduleNamed } from '../../contract/modules';
import type { Module } from '../../contract/schema/module';
import { type Menu, menus } from '../../contract/wire/menus';
import type { AreaHelp, ChapterEntry, HelpParts, PageHelp } from '../../texts/help';
import { madeHelp } from './helpMade';

export type { Block, ChapterEntry, Guide, HelpParts, HelpWords, PageHelp, Section, StatesHelp } from '../../texts/help';

export type HelpPart = keyof HelpParts;

/** Parts that are loaded or loading, as `lease zh`. */
const held = new Map<string, Promise<unknown>>();

function isMissing(error: unknown): boolean {
  return /MODULE_NOT_FOUND$/.test(String((error as { code?: unknown } | null)?.code));
}

async function fetchPart<P extends HelpPart>(part: P, language: Language): Promise<HelpParts[P]> {
  const codes = [...chainOf(language)];
  for (;;) {
    const code = codes.shift()!;
    try {
      return (
        await import(
          /* webpackInclude: /help\/(?:common|areas|guide)\.ts$/ */
          /* webpackChunkName: "[request]" */
          `../../texts/${code}/help/${part}`
        )
      ).help;
    } catch (error) {
      // A language without this text has that of its fallback.
      if (!isMissing(error) || codes.length === 0) throw error;
    }
  }
}

/** A part of the help in a language, loaded once. Rejects when it cannot be loaded; a later call tries again. */
export function helpPart<P extends HelpPart>(part: P, language: Language): Promise<HelpParts[P]> {
  const name = `${part} ${language}`;
  const known = held.get(name) as Promise<HelpParts[P]> | undefined;
  if (known) return known;
  const loading = fetchPart(part, language).catch((error: unknown) => {
    held.delete(name);
    throw error;
  });
  held.set(name, loading);
  return loading;
}

function codesBelow({ code, children = [] }: Menu): string[] {
  return [code, ...children.flatMap(codesBelow)];
}
/** The area that holds the text of a page: that of its menu of the first level, or `own` for pages beside the menus. */
export function areaOf(page: string): string {
  return menus.find((top) => codesBelow(top).includes(page))?.code ?? 'own';
}

/** What the drawer says of a page: its own text, else one made from its module; undefined for pages of other products. */
export async function helpOf(page: string, language: Language): Promise<PageHelp | undefined> {
  const words = await helpPart('common', language);
  // A menu of the first level that a new module brings has no area.
  const texts = ((await helpPart('areas', language)) as Readonly<Record<string, AreaHelp>>)[areaOf(page)] ?? {};
  const own = Object.hasOwn(texts, page) ? texts[page] : undefined;
  const module: Module | undefined = moduleNamed(page);
  return own ?? (module?.menu ? madeHelp(module, words.made, language) : undefined);
}

/** Promises of the same arguments are the same, as React's `use` needs them. */
const pages = new Map<string, Promise<PageHelp | undefined>>();
export function helpAt(page: string, language: Language): Promise<PageHelp | undefined> {
  const name = `${page} ${language}`;
  const known = pages.get(name);
  if (known) return known;
  const loading = helpOf(page, language).catch((error: unknown) => {
    pages.delete(name);
    throw error;
  });
  pages.set(name, loading);
  return loading;
}

const registers = new WeakMap<Module, Map<Language, Promise<PageHelp>>>();
/** What the drawer says of a register; its text is made from its declaration. */
export function registerHelp(module: Module, language: Language): Promise<PageHelp> {
  const known = registers.get(module) ?? new Map<Language, Promise<PageHelp>>();
  registers.set(module, known);
  const before = known.get(language);
  if (before) return before;
  const loading = helpPart('common', language)
    .then(({ made }) => madeHelp(module, made, language))
    .catch((error: unknown) => {
      known.delete(language);
      throw error;
    });
  known.set(language, loading);
  return loading;
}

/** The chapters of the guide, without those of pages that the person does not have. */
export async function chaptersIn(
  language: Language,
  places: readonly { code: string }[],
): Promise<readonly ChapterEntry[]> {
  const { chapters } = await helpPart('common', language);
  return chapters.filter(({ page }) => page === undefined || places.some(({ code }) => code === page));
}

/** By what else than the names of menus a person's text can find something: chapters, and further words of pages. */
export async function findableIn(
  language: Language,
  places: readonly { code: string }[],
): Promise<{ chapters: readonly ChapterEntry[]; pages: HelpParts['common']['pages'] }> {
  const { pages } = await helpPart('common', language);
  return { chapters: await chaptersIn(language, places), pages };
}
