/** The drawing of a process: its marks, moving it, and hostile or broken diagrams. */
import type { Browser, Page } from 'playwright-core';
import { sampleHistory, sampleXml } from '../../src/features/flow/test/testSamples';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { guarded, visit } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(90_000);
const hostile = '&lt;img src=x onerror=&quot;window.__xss=1&quot;&gt;';

describe('the diagram', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];
  beforeAll(async () => {
    server = await startServer({ TESTER_MODE: '1' });
    browser = await launch();
    page = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 900 } })).newPage();
    faults = await guarded(page);
    await visit(page, server.url, '/test/index');
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(() => expect(faults()).toEqual([]));

  const show = async (xml: string, history = '[]') => {
    await page.getByLabel('流程定义（BPMN XML）').fill(xml);
    await page.getByLabel('流转记录（JSON）').fill(history);
  };
  const markOf = async (id: string) => {
    const names = await page.locator(`[data-element-id="${id}"].djs-element`).getAttribute('class');
    return /FlowDiagram-(\w+)/.exec(names ?? '')?.[1];
  };
  const scaleNow = () =>
    page
      .locator('.FlowDiagram-drawing .viewport')
      .evaluate((it) => (it as unknown as SVGGElement).transform.baseVal.consolidate()?.matrix.a ?? 1);

  it('marks what has happened, and names the step that is under way', async () => {
    await show(sampleXml, sampleHistory);
    await page.locator('.FlowDiagram-running').waitFor();
    expect(
      await Promise.all(['start', 'apply', 'approve', 'toApply', 'refused', 'record', 'toEnd'].map(markOf)),
    ).toEqual(['done', 'done', 'running', 'line', 'line', undefined, undefined]);
    await page.getByText('当前环节：部门经理审批').waitFor();
    // the package's mark, whole and with nothing above it
    const isOnTop = await page.locator('.bjs-powered-by').evaluate((mark) => {
      mark.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = mark.getBoundingClientRect();
      return width > 40 && mark.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  });

  it('is enlarged, moved and fitted with the keyboard, and cannot be edited', async () => {
    await show(sampleXml, sampleHistory);
    await page.locator('.FlowDiagram-running').waitFor();
    const fitted = await scaleNow();
    await page.locator('.FlowDiagram-drawing svg').first().focus();
    await page.keyboard.press('+');
    expect(await scaleNow()).toBeCloseTo(fitted * 1.25, 3);
    const left = () =>
      page.locator('[data-element-id=apply].djs-element').evaluate((it) => it.getBoundingClientRect().left);
    const before = await left();
    await page.keyboard.press('ArrowRight');
    expect(before - (await left())).toBeCloseTo(60, 0);
    await page.keyboard.press('0');
    expect(await scaleNow()).toBeCloseTo(fitted, 3);
    await page.locator('[data-element-id=apply].djs-element').first().dblclick({ force: true });
    await page.keyboard.press('Delete');
    expect(await page.locator('[data-element-id=apply].djs-element').count()).toBeGreaterThan(0);
    await soon(() => page.locator('.djs-palette, .djs-context-pad.open, .djs-direct-editing-parent').count(), 0);
  });

  it('passes over steps that it does not have', async () => {
    await show(sampleXml, JSON.stringify([{ historyActivityId: 'nowhere', historyActivityType: 'userTask' }, null]));
    await page.locator('[data-element-id=apply].djs-element').waitFor();
    await soon(() => page.locator('.FlowDiagram-running').count(), 0);
  });

  it('shows hostile names as the text they are', async () => {
    await show(
      sampleXml
        .replace('填写请假单', hostile)
        .replace('<bpmn:process id="leave"', `<bpmn:process name="${hostile}" id="leave"`),
      sampleHistory,
    );
    await page.locator('[data-element-id=apply].djs-element', { hasText: '<img' }).waitFor();
    await soon(() => page.locator('.FlowDiagram-flow img').count(), 0);
  });

  it.each([
    ['text', 'no diagram'],
    ['half a diagram', sampleXml.slice(0, 700)],
    ['XML of another kind', '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"/>'],
    ['a process without a drawing', sampleXml.replace(/<bpmndi:BPMNDiagram.*BPMNDiagram>/s, '')],
  ])('says that %s cannot be shown', async (_what, xml) => {
    await show(xml);
    await page.getByText('流程图格式无法识别').waitFor();
    await soon(() => page.locator('.bjs-container').count(), 0);
  });

  it('leaves nothing behind when it goes, not even in the middle of being drawn', async () => {
    await show(sampleXml, sampleHistory);
    await page.locator('.FlowDiagram-running').waitFor();
    const wire = await page.context().newCDPSession(page);
    const count = async () => {
      await wire.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await wire.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    /** An interrupted drawing is retained until its XML has been parsed: counted again until nothing changes. */
    const settled = async () => {
      let [before, now] = [await count(), await count()];
      for (let same = 0, turn = 0; same < 5 && turn < 50; turn++) {
        await page.waitForTimeout(100);
        [before, now] = [now, await count()];
        same = now.nodes === before.nodes && now.jsEventListeners === before.jsEventListeners ? same + 1 : 0;
      }
      return now;
    };
    // Not by typing: a field keeps what was typed into it, to undo, and that would be counted.
    const put = (text: string) =>
      page.getByLabel('流程定义（BPMN XML）').evaluate((field, value) => {
        const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
        set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
    const cycle = async (times: number) => {
      for (let n = 0; n < times; n++) {
        await put(''); // removed before it is complete,
        await put(sampleXml.replace('填写请假单', '另一张请假单'));
        await put(sampleXml); // or replaced by another
      }
      await page.locator('.FlowDiagram-running').waitFor();
    };
    await cycle(3);
    const before = await settled();
    await cycle(20);
    const after = await settled();
    await soon(() => page.locator('.bjs-container').count(), 1);
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(10);
    expect(after.nodes - before.nodes).toBeLessThan(20); // one drawing has two hundred
  });
});
