/** The texts as the folders of the languages have them. The maps of these chunks are not part of the sign-in page. */
import type { Language } from '../../contract/domain/languages';

type Texts = Readonly<Record<string, unknown>>;

export async function frameTexts(code: Language): Promise<Texts> {
  return (await import(/* webpackChunkName: "[request]" */ `../../texts/${code}/frame`)).frame;
}
export async function pageTexts(code: Language): Promise<Texts> {
  return (await import(/* webpackChunkName: "[request]" */ `../../texts/${code}/pages`)).pages;
}

/** For text that is missing. */
function isMissing(error: unknown): boolean {
  return /MODULE_NOT_FOUND$/.test(String((error as { code?: unknown } | null)?.code));
}
export async function areaTexts(area: string, code: Language): Promise<Texts> {
  try {
    return (await import(`../../texts/${code}/areas/${area}`)).texts;
  } catch (error) {
    // An area may say nothing beside what every page says, and an incomplete language leaves it to its fallback.
    if (isMissing(error)) return {};
    throw error;
  }
}

/** Its translations of what the contract declares. */
export async function catalogue(code: Language): Promise<Readonly<Record<string, string>>> {
  return (await import(/* webpackChunkName: "[request]" */ `../../texts/${code}/contract`)).contract;
}
