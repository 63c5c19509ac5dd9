import { type Language, textIn } from '../../../../contract/domain/text';
import type { Block, ChapterEntry, HelpParts, Section } from '../../../i18n/help';
import { piecesOf, refusalText, statesOf, withFacts } from '../../../i18n/helpFacts';

function plain(text: string): string {
  return piecesOf(withFacts(text))
    .map((piece) => piece.text)
    .join('');
}

/** All texts of a block as a reader sees them. */
export function textsOf(block: Block, language: Language): string[] {
  if (typeof block === 'string') return [plain(block)];
  if ('steps' in block) return block.steps.map(plain);
  if ('list' in block) return block.list.map(plain);
  if ('table' in block) return block.table.map((cells) => cells.map(plain).join(' '));
  if ('keys' in block) return [];
  if ('states' in block) {
    const names = new Map(statesOf(block.states.of));
    return Object.entries(block.states.means).map(
      ([key, meaning]) => `${textIn(names.get(Number(key)), language) ?? ''} ${plain(meaning)}`,
    );
  }
  return Object.entries(block.refusals).map(([code, advice]) => `${refusalText(code, language)} ${plain(advice)}`);
}

export interface Hit {
  chapter: ChapterEntry;
  section: Section;
  /** The first text of the section that has all words. */
  text: string;
}

/** Sections that contain every typed word, in the order of the guide. */
export function seek(
  chapters: readonly ChapterEntry[],
  guide: HelpParts['guide'],
  typed: string,
  language: Language,
): Hit[] {
  const words = typed.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.normalize('NFKC').toLowerCase().includes(word));
  return chapters.flatMap((chapter) =>
    (guide[chapter.id] ?? []).flatMap((section): Hit[] => {
      const texts = section.blocks.flatMap((block) => textsOf(block, language));
      const text = texts.find(has);
      const isFound = text !== undefined || has([section.title, ...texts].join(' '));
      return isFound ? [{ chapter, section, text: text ?? texts[0] ?? '' }] : [];
    }),
  );
}
