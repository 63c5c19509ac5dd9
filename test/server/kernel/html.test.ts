/** Rich text as it is shown. */
import { sanitize, shownHtml } from '../../../server/kernel/html';
import { takesAtMost } from '../../support/growth';

/** Addresses `/file/<id>`; links name the tenant and have parameters. */
const files = {
  idOf: (src: string) => /^\/file\/(\d+)/.exec(src)?.[1],
  link: (tenantId: string, id: string) => `/file/${id}?t=${tenantId}&e=1`,
};
function cx(tenantId = '000000') {
  return { tenantId, deps: { files, now: () => 0 } } as unknown as Parameters<typeof shownHtml>[0];
}

it('has a link of the tenant for each of its pictures, and none of others', () => {
  const html =
    '<p title="x">a &lt;img src="/file/9"&gt; <img alt="b > c" src="/file/1" /><img src="https://x/2.png" /></p>';
  const shown = (link: string) => `<p>a &lt;img src="/file/9"&gt; <img alt="b &gt; c" src="${link}" /></p>`;
  expect(shownHtml(cx(), html)).toBe(shown('/file/1?t=000000&amp;e=1'));
  expect(shownHtml(cx('000001'), html)).toBe(shown('/file/1?t=000001&amp;e=1'));
});

it('is cleaned once, however many look at it', () => {
  const texts = [1, 2, 3, 4, 5].map((n) => `<p><em>${n}</em></p>`.repeat(5000));
  return takesAtMost(
    0.2,
    () => texts.map((html) => sanitize(html, (src) => src)),
    () => texts.map((html) => shownHtml(cx(), html)),
  );
});

it('loses the elements, and no text, of what lies deeper than a hundred in each other', () => {
  const kept = sanitize(`${'<b>'.repeat(150)}x${'</b>'.repeat(150)}y`, (src) => src);
  expect(kept).toBe(`${'<b>'.repeat(100)}x${'</b>'.repeat(100)}y`);
});

it('is refused where more than a thousand elements lie within each other, closed or not', () => {
  const nested = (times: number, more = '') => sanitize(`${'<b>'.repeat(times)}x${more}`, (src) => src);
  expect(nested(1000, '</b><b>'.repeat(2000))).toMatch(/^(<b>){100}x/);
  expect(() => nested(1001)).toThrow(expect.objectContaining({ code: 'text.tooDeep' }));
  const beside = '<p><b>x</b><br><img></p>'.repeat(2000);
  expect(sanitize(beside, (src) => src)).toHaveLength('<p><b>x</b><br /></p>'.length * 2000);
});
