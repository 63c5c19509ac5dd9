/** Problems that axe-core finds on a page: level A and AA of the WCAG, and good practice. */
import axe, { type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { isDeep } from './depth';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answer another theme can change. */
export const paintRules = ['color-contrast', 'link-in-text-block'];

/** What no look needs to judge: the component library's own focus traps at the ends of a menu, which move the focus on at
 *  once, and the pages of other tabs, which are not drawn. */
const never = ['[data-tabster-dummy]', '[data-kept-page][style*="display: none"]'];
/** Of a long table the first rows stand for those that repeat them; the deep run judges all. */
const repeated = ['tbody tr:nth-child(n + 7)'];
/** The menu, the bar and the tabs around each page, four tenths of its elements. */
const frameParts = ['.frame-shell > nav', '.frame-shell > header'];
/** The pages themselves. */
const keptPages = ['[data-kept-page]'];

/** What is judged. The deep run judges everything in each look. */
interface Look {
  rules?: readonly string[];
  /** With the frame around the page, which test/browser/axeShell.test.ts judges in all its states. */
  frame?: boolean;
  /** Without the page, where a look before this one has judged it and something covers it now. */
  isCovered?: boolean;
}

/** Puts axe-core into a document that does not have it yet: half a megabyte of script, compiled once per document. */
async function inject(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}

/** Resolves when no transition of colours is running: colours half-way belong to no theme. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
}

/** Ids that two elements of what is drawn have. */
function idsTwice(never: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of [...document.querySelectorAll('[id]')].filter((one) => !one.closest(never.join(', ')))) {
    // An empty one, as Fluent's toasts have, is found by no label.
    if (id && seen.has(id)) twice.add(id);
    seen.add(id);
  }
  return [...twice];
}

/** The problems of the page as it is: one line for each element that axe-core reports. */
export async function complaints(
  page: Page,
  { rules = everything, frame = false, isCovered = false }: Look = {},
): Promise<string[]> {
  // A menu that covers half of a control makes it no smaller; and it may be appended to the end of the document,
  // outside of any landmark: the focus is in it from the first moment.
  const besideMenu = { 'target-size': { enabled: false }, region: { enabled: false } };
  const hasMenu = (await page.locator('[role="menu"]').count()) > 0;
  const options: RunOptions = {
    runOnly: [...rules],
    resultTypes: ['violations'],
    reporter: 'no-passes',
    // one rule asks for what plays; reading all style sheets again is for rules that are not asked
    preload: { assets: ['media'] },
    rules: hasMenu ? besideMenu : {},
  };
  await Promise.all([atRest(page), ...page.frames().map(inject)]);
  const spared = [...repeated, ...(frame ? [] : frameParts), ...(isCovered ? keptPages : [])];
  const without = [...never, ...(isDeep ? [] : spared)];
  const judged = async ([exclude, given]: readonly [string[], RunOptions]) => {
    const { axe: judge } = window as unknown as { axe: typeof axe };
    judge.configure({ noHtml: true }); // the text of each element, which no line of ours shows
    const { violations } = await judge.run({ exclude: exclude.map((one) => [one]) }, given);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => ({ id, help, target: target.join(' '), data: any[0]?.data })),
    );
  };
  const violations = await page.evaluate(judged, [without, options] as const);
  const twice = rules === everything ? await page.evaluate(idsTwice, never) : [];
  const found = violations.map(({ id, help, target, data }) => {
    // Without its numbers a contrast problem looks the same in every theme.
    const { fgColor, bgColor, contrastRatio } = (data ?? {}) as Record<string, unknown>;
    const paint = contrastRatio === undefined ? '' : ` ${fgColor} on ${bgColor} is ${contrastRatio}`;
    return `${id} (${help}): ${target}${paint}`;
  });
  return [...found, ...twice.map((id) => `two elements have the id ${id}: a label would act on the wrong one`)];
}
