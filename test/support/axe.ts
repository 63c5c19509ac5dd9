/** What axe-core finds on a page: level A and AA of the WCAG, and good practice. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answer another theme can change. */
export const paintRules = ['color-contrast', 'link-in-text-block'];

/** What there is to mend on the page as it stands: one line for each element that axe-core complains of. */
export async function complaints(page: Page, rules: readonly string[] = everything): Promise<string[]> {
  // What a menu happens to cover by half is no smaller for it; and it may hang at the end of the document, outside of
  // any landmark: the focus is in it from the first moment.
  const besideMenu = { 'target-size': { enabled: false }, region: { enabled: false } };
  const hasMenu = (await page.locator('[role="menu"]').count()) > 0;
  // One frame and no list of what passed: a third of the time.
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      runOnly: [...rules],
      resultTypes: ['violations'],
      rules: hasMenu ? besideMenu : {},
    })
    // The component library's own posts at the ends of a menu: whoever reaches one is sent on at once.
    .exclude('[data-tabster-dummy]');
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => {
      // Without its numbers a complaint about contrast cannot be told from the same one in another theme.
      const { fgColor, bgColor, contrastRatio } = (any[0]?.data ?? {}) as Record<string, unknown>;
      const paint = contrastRatio === undefined ? '' : ` ${fgColor} on ${bgColor} is ${contrastRatio}`;
      return `${id} (${help}): ${target.join(' ')}${paint}`;
    }),
  );
}
