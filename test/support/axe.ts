/** Problems that axe-core finds on a page: level A and AA of the WCAG, and good practice. */
import axe, { type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answer another theme can change. */
export const paintRules = ['color-contrast', 'link-in-text-block'];

/** The rules whose answer another theme or language can change: colours, names, sizes. */
export const appearanceRules = [
  ...paintRules,
  ...['button-name', 'link-name', 'input-button-name', 'label', 'image-alt', 'svg-img-alt', 'role-img-alt'],
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-tooltip-name'],
  ...['aria-treeitem-name', 'select-name', 'summary-name', 'empty-heading', 'empty-table-header', 'frame-title'],
  ...['document-title', 'html-has-lang', 'html-lang-valid', 'valid-lang', 'landmark-unique', 'target-size'],
];

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

/** The problems of the page as it is: one line for each element that axe-core reports. */
export async function complaints(page: Page, rules: readonly string[] = everything): Promise<string[]> {
  // A menu that covers half of a control makes it no smaller; and it may be appended to the end of the document,
  // outside of any landmark: the focus is in it from the first moment.
  const besideMenu = { 'target-size': { enabled: false }, region: { enabled: false } };
  const hasMenu = (await page.locator('[role="menu"]').count()) > 0;
  const options: RunOptions = {
    runOnly: [...rules],
    resultTypes: ['violations'],
    rules: hasMenu ? besideMenu : {},
  };
  await Promise.all([atRest(page), ...page.frames().map(inject)]);
  const violations = await page.evaluate(async (given) => {
    const { axe: judge } = window as unknown as { axe: typeof axe };
    // The component library's own focus traps at the ends of a menu, which move the focus on at once.
    const { violations } = await judge.run({ exclude: [['[data-tabster-dummy]']] }, given);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => ({ id, help, target: target.join(' '), data: any[0]?.data })),
    );
  }, options);
  return violations.map(({ id, help, target, data }) => {
    // Without its numbers a contrast problem looks the same in every theme.
    const { fgColor, bgColor, contrastRatio } = (data ?? {}) as Record<string, unknown>;
    const paint = contrastRatio === undefined ? '' : ` ${fgColor} on ${bgColor} is ${contrastRatio}`;
    return `${id} (${help}): ${target}${paint}`;
  });
}
