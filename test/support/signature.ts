/** Draws a signature on the page that a customer signs on. */
import type { Page } from 'playwright-core';

export async function drawSignature(page: Page): Promise<void> {
  const box = (await page.locator('canvas').first().boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  for (const [x, y] of [
    [90, 80],
    [130, 50],
    [170, 90],
    [220, 60],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
  await page.mouse.up();
}
