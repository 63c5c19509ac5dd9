import type { BrowserContext, Page } from 'playwright-core';

/** The password that `startServer` gives the administrator. */
export const password = 'Lease-desk-2026';
/** The public client's name and secret. */
export const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/**
 * Where testers work a window begins anew when it learns of it, and what was typed until then is gone: waits for the
 * page that stays.
 */
async function settled(page: Page, url: string) {
  const { testerMode } = await (await page.request.get(`${url}/config.json`)).json();
  if (testerMode) await page.locator('.StudioBar-bar').waitFor();
}

/** Signs a person in, by default the administrator, and waits for the frame. */
export async function enter(page: Page, url: string, account = 'admin'): Promise<void> {
  await page.goto(`${url}/login`);
  await settled(page, url);
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.frame-shell').waitFor();
}

/** Collects what must not happen on a page: faults of ours, what the content security policy forbids, and strange scripts. */
export async function guarded(page: Page): Promise<() => string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  await page.exposeFunction('reportFault', (text: string) => void faults.push(text));
  await page.addInitScript(() => {
    const report = (text: string) => (window as unknown as { reportFault(text: string): void }).reportFault(text);
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      report(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
    // A strange script announces itself by setting this.
    Object.defineProperty(window, '__xss', { set: (value) => report(`strange script: ${value}`) });
  });
  return () => faults;
}

/** As with a server that has no stream of events: a page whose stream is open never has an idle network. */
export async function withoutEvents(windows: Page | BrowserContext): Promise<void> {
  await windows.route('**/blade-desk/push', (route) => route.fulfill({ status: 404, body: '{}' }));
}
