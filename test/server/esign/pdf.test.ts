import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { type ContractSignature, renderContract } from '../../../server/esign/paper/pdf';
import { printContract } from '../../../server/esign/paper/printing';
import { checkedPicture, checkedSignature } from '../../../server/esign/paper/signaturePicture';
import { ordinal, percent } from '../../../server/esign/wording/figures';
import { contract } from '../../support/contractDoc';
import { textOf, textOfPages } from '../../support/pdfText';
import { png } from '../../support/png';
import { processorTime } from '../../support/processorTime';

const signature: ContractSignature = {
  name: '欧阳晓明',
  time: '2025-12-14 11:02:09',
  evidence: [
    { label: '网络地址', value: '203.0.113.24' },
    { label: '签署前文件摘要', value: 'a3f5'.repeat(16) },
  ],
};

interface Picture {
  width: number;
  height: number;
  bits: number;
  colour: number;
  interlace: number;
  pixels: Buffer;
}

/** An RGBA picture, transparent but for one dark line: what a signature pad delivers, or a damaged form of it. */
function drawnSignature(change: Partial<Picture> = {}): Buffer {
  const { width, height, bits, colour, interlace } = {
    width: 300,
    height: 120,
    bits: 8,
    colour: 6,
    interlace: 0,
    ...change,
  };
  const line = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, colour, 0, 0, interlace]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(120 * 1201);
  for (let x = 0; x < 300; x++) rows.set([20, 30, 90, 255], 60 * 1201 + 1 + 4 * x);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    line('IHDR', head),
    line('tEXt', Buffer.from('Software\0pad')),
    line('IDAT', change.pixels ?? deflateSync(rows)),
    line('IEND', Buffer.alloc(0)),
  ]);
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

beforeAll(() => renderContract(contract(1))); // reads the font files

describe('a rendered contract', () => {
  it('is a PDF that states parties, figures and terms', async () => {
    const file = await renderContract(contract(12));
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.subarray(-6).toString().trim()).toBe('%%EOF');
    const text = textOf(file);
    for (const part of [
      '合同编号：HT20251215000012-02',
      '甲方（承租方）上海启明融资租赁有限公司',
      '乙方（出租方）欧阳晓明',
      '310101********1234',
      '人民币叁拾壹万元整（¥310,000.00）',
      '租金折算年化利率10.08%计息基础360天为一年',
      '租赁期限为360日，起租日为2025年12月15日，到期日为2026年12月10日。',
      '租金按月支付，共12期',
      '合计36031,248.00310,000.00341,248.00',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('\ufffd');
  });

  it('is the same bytes for the same document, whatever was rendered in between', async () => {
    const doc = contract(12, { signature: { ...signature, image: drawnSignature() } });
    const first = await renderContract(doc);
    await renderContract(contract(3, { productName: '另一产品' }));
    const [second, third] = await Promise.all([renderContract(doc), renderContract(doc)]);
    expect(second.equals(first)).toBe(true);
    expect(third.equals(first)).toBe(true);
    expect((await renderContract({ ...doc, madeAt: '2025-12-14 09:08:08' })).equals(first)).toBe(false);
  });

  it('keeps the characters it was given after a contract whose characters look the same', async () => {
    // the radical U+2FCF and the character U+9F20 are one glyph in the font
    expect(textOf(await renderContract(contract(1, { productName: '\u2fcf年一号' })))).toContain('\u2fcf年一号');
    expect(textOf(await renderContract(contract(1, { productName: '\u9f20年一号' })))).toContain('\u9f20年一号');
  });

  it('dates the file by the time the contract was made, in Shanghai', async () => {
    const raw = (await renderContract(contract(1))).toString('latin1');
    expect(raw).toContain('(D:20251214010807Z)');
    await expect(renderContract(contract(1, { madeAt: '2025-12-14' }))).rejects.toThrow(RangeError);
  });

  it.each([
    [1, 'plain', {}],
    [12, 'unsigned', {}],
    [24, 'before the start is fixed', { interestDate: null, maturity: null }],
    [36, 'with a drawn signature', { signature: { ...signature, image: drawnSignature() } }],
  ] as const)('of %d lines, %s, stays below 200 KB', async (lines, _case, change) => {
    const file = await renderContract(contract(lines, change));
    expect(file.length).toBeLessThan(200_000);
  });

  it('takes at most 400 ms of the processor once the fonts are read', async () => {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) times.push(await processorTime(() => renderContract(contract(24, { signature }))));
    // the best of three: the collector of garbage may come to any one of them
    expect(Math.min(...times)).toBeLessThan(400);
  });
});

describe('the pages', () => {
  it.each([12, 24, 36, 120])('of a plan of %d lines count themselves', async (lines) => {
    const file = await renderContract(contract(lines));
    const pages = textOfPages(file);
    expect(file.toString('latin1')).toContain(`/Count ${pages.length}\n`);
    pages.forEach((page, i) => {
      expect(page).toContain(`第 ${i + 1} / ${pages.length} 页`);
    });
  });

  it('repeat the head of the plan on every page, and print every line once', async () => {
    const pages = textOfPages(await renderContract(contract(120)));
    const withLines = pages.filter((page) => /^\d+\/120$/m.test(page));
    expect(withLines.length).toBeGreaterThan(2);
    for (const page of withLines) expect(page).toContain('期次\n付款日\n计租天数\n租金\n本金\n应付金额\n');
    const periods = [...pages.join('').matchAll(/^(\d+)\/120$/gm)].map(([, k]) => Number(k));
    expect(periods).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect(count(pages.join(''), '合计\n')).toBe(1);
    expect(withLines.at(-1)).toContain('合计\n');
  });

  it('keep a plan of 24 lines, its totals and the signatures together', async () => {
    const pages = textOfPages(await renderContract(contract(24)));
    expect(pages).toHaveLength(3);
    for (const part of ['期次\n', '1/24\n', '24/24\n', '合计\n', '甲方（盖章）\n', '乙方（签字）\n'])
      expect(pages[2]).toContain(part);
  });

  it('are all marked as unsigned until there is a signature', async () => {
    const unsigned = textOfPages(await renderContract(contract(24)));
    for (const page of unsigned) expect(count(page, '未完成签署')).toBe(3);
    expect(unsigned.join('')).not.toContain('签署存证');

    const signed = textOfPages(await renderContract(contract(24, { signature })));
    expect(signed.join('')).not.toContain('未完成签署');
    expect(signed).toHaveLength(unsigned.length + 1);
  });
});

describe('a signed contract', () => {
  it('ends with the evidence and says what it proves', async () => {
    const last = textOfPages(await renderContract(contract(12, { signature }))).at(-1)!;
    for (const part of ['签署存证', '2025-12-14 11:02:09', '网络地址\n203.0.113.24', 'a3f5'.repeat(16)])
      expect(last).toContain(part);
    const sentence = last.replace(/\s/g, '');
    expect(sentence).toContain('文件的完整性以系统保存的SHA-256摘要为准');
    expect(sentence).toContain('未使用经许可的电子认证服务机构（CA）颁发的证书');
  });

  it('shows the drawn picture, or the typed name when nothing was drawn', async () => {
    const pictures = (file: Buffer): number => count(file.toString('latin1'), '/Subtype /Image');
    const [typed, drawn] = await Promise.all([
      renderContract(contract(12, { signature })),
      renderContract(contract(12, { signature: { ...signature, image: drawnSignature() } })),
    ]);
    expect(pictures(typed)).toBe(0);
    expect(pictures(drawn)).toBe(2); // the picture and its transparency
    expect(count(textOf(typed), '欧阳晓明')).toBe(count(textOf(drawn), '欧阳晓明') + 1);
  });

  it('is refused when the picture cannot be printed', async () => {
    const image = drawnSignature({ pixels: Buffer.from('no deflate stream') });
    await expect(renderContract(contract(12, { signature: { ...signature, image } }))).rejects.toThrow(RangeError);
  });
});

describe('a signature picture', () => {
  const whole = drawnSignature();
  const withLength = (length: number): Buffer => {
    const copy = Buffer.from(whole);
    copy.writeUInt32BE(length, copy.indexOf('tEXt') - 4);
    return copy;
  };
  const badFilter = Buffer.alloc(120 * 1201);
  badFilter[1201] = 9;

  it('keeps its size and its pixels, and nothing else', () => {
    const checked = checkedPicture(whole);
    expect(checked.subarray(16, 24).equals(whole.subarray(16, 24))).toBe(true);
    expect(checked.includes('tEXt')).toBe(false);
    const data = (png: Buffer): Buffer => {
      const at = png.indexOf('IDAT');
      return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    };
    expect(data(checked).equals(data(whole))).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a drawing in another format', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a file cut off', whole.subarray(0, 120)],
    ['a length that leads outside', withLength(0x7fffffff)],
    ['a length that would lead backwards', withLength(0xfffffff4)],
    ['pixels that are not compressed', drawnSignature({ pixels: Buffer.alloc(400, 7) })],
    ['too few pixels', drawnSignature({ height: 121 })],
    ['more pixels than promised', drawnSignature({ pixels: deflateSync(Buffer.alloc(9_000_000)) })],
    ['an unknown filter', drawnSignature({ pixels: deflateSync(badFilter) })],
    ['no area', drawnSignature({ width: 0 })],
    ['a huge area', drawnSignature({ width: 60_000, height: 60_000 })],
    ['a palette', drawnSignature({ colour: 3 })],
    ['16 bits a channel', drawnSignature({ bits: 16 })],
    ['interlaced rows', drawnSignature({ interlace: 1 })],
  ])('with %s is refused', (_case, png) => {
    expect(() => checkedPicture(png)).toThrow(RangeError);
  });
});

describe('ink on a signature', () => {
  const white = [255, 255, 255, 255] as const;
  /** A picture whose rows are stored with these filters, decoded pixels given by `colour`. */
  const filtered = (
    filter: number,
    colour: (x: number, y: number) => readonly number[],
    [width, height] = [100, 60],
  ): Buffer => {
    const pixels = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => colour(x, y)).flat(),
    );
    const rows = pixels.map((line, y) => {
      const above = pixels[y - 1] ?? line.map(() => 0);
      const bytes = line.map((value, i) => {
        const [left, up, corner] = [line[i - 4] ?? 0, above[i]!, i < 4 ? 0 : above[i - 4]!];
        const near = [left, up, corner].sort(
          (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
        )[0]!;
        return (value - [0, left, up, (left + up) >> 1, near][filter]!) & 255;
      });
      return Buffer.from([filter, ...bytes]);
    });
    return drawnSignature({ width, height, pixels: deflateSync(Buffer.concat(rows)) });
  };

  it('is one short stroke, and keeps the picture as it is', () => {
    expect(checkedSignature(drawnSignature()).equals(checkedPicture(drawnSignature()))).toBe(true);
  });
  it.each([0, 1, 2, 3, 4])('is read whichever way its rows are stored (%d)', (filter) => {
    const stroke = (x: number, y: number) => (y === x && x > 20 && x < 50 ? [26, 26, 26, 255] : white);
    expect(() => checkedSignature(filtered(filter, stroke))).not.toThrow();
    expect(() => checkedSignature(filtered(filter, () => white))).toThrow(RangeError);
    expect(() => checkedSignature(filtered(filter, () => [26, 26, 26, 0]))).toThrow(RangeError);
    expect(() => checkedSignature(filtered(filter, (x, y) => [x % 256, y, 7, 20]))).toThrow(RangeError);
  });
  it.each([
    ['a dot', filtered(0, (x, y) => (x < 3 && y < 3 ? [0, 0, 0, 255] : white), [300, 120])],
    ['faint', filtered(0, () => [240, 240, 240, 255])],
    ['long and thin', png(2000, 10)],
    ['wider than any pad', png(5000, 60)],
  ])('is none when it is %s', (_what, picture) => {
    expect(() => checkedSignature(picture)).toThrow(RangeError);
  });
});

describe('the wording', () => {
  it.each([
    [1, '第一条服务内容', '附件一付款计划'],
    [2, '第三条租金', '附件一付款计划'],
    [3, '第二条补充约定', '附件一调整后的付款计划'],
    [4, '第一条解除事项', '附件一结算明细'],
  ] as const)('of type %d has its own clauses', async (type, clause, annex) => {
    const text = textOf(await renderContract(contract(6, { type })));
    expect(text).toContain(clause);
    expect(text).toContain(annex);
    const others = ['第一条服务内容', '第三条租金', '第二条补充约定', '第一条解除事项'].filter((c) => c !== clause);
    for (const other of others) expect(text).not.toContain(other);
  });

  it('refers to the order, not to itself, when it changes or ends a contract', async () => {
    for (const type of [3, 4] as const) {
      const text = textOf(await renderContract(contract(6, { type, contractNumber: `HT20251215000012-0${type}` })));
      expect(text).toContain('编号为HT20251215000012的订单');
    }
  });

  it('swaps the roles when the customer is the one who pays', async () => {
    const text = textOf(await renderContract(contract(6, { cashDirection: 'COLLECT' })));
    expect(text).toContain('甲方（出租方）');
    expect(text).toContain('租赁本金由乙方于到期日随末期租金一并支付给甲方');
  });

  it('gives due dates relative to the start while the start is open', async () => {
    const text = textOf(await renderContract(contract(3, { interestDate: null, maturity: null })));
    for (const part of ['起租日待确定到期日待确定', '1/3起租满1个月—', '2/3起租满2个月—', '3/3起租满90日—', '合计90'])
      expect(text).toContain(part);
    expect(text).not.toContain('2026-01-15');
  });

  it('dates a settlement even if the start was never fixed', async () => {
    const text = textOf(await renderContract(contract(1, { type: 4, interestDate: null, maturity: null })));
    expect(text).toContain('1/12026-01-1530');
  });

  it('says that one payment falls at maturity', async () => {
    const text = textOf(await renderContract(contract(1, { getType: 1 })));
    expect(text).toContain('租金于到期日一次支付。');
    expect(text).toContain('租金支付方式到期一次');
  });

  it('promises no principal that the plan does not return', async () => {
    const totals = { rent: '2604.00', principal: '0.00', amountPayable: '2604.00' };
    const text = textOf(await renderContract(contract(1, { totals })));
    expect(text).toContain('租赁本金的处理由双方另行书面约定');
    expect(text).not.toContain('随末期租金一并支付');
  });

  it.each([
    [1, '第一条'],
    [9, '第九条'],
    [10, '第十条'],
    [11, '第十一条'],
    [20, '第二十条'],
    [35, '第三十五条'],
  ])('numbers clause %d as %s', (n, written) => {
    expect(ordinal(n)).toBe(written);
  });

  it.each([
    ['7.2000', '7.2%'],
    ['10', '10%'],
    ['10.00', '10%'],
    ['6.0006', '6.0006%'],
  ])('writes the rate %s as %s', (rate, written) => {
    expect(percent(rate)).toBe(written);
  });
});

describe('printing in a thread', () => {
  it('gives the same bytes as printing here', async () => {
    const doc = contract(3);
    expect((await printContract(doc)).equals(await renderContract(doc))).toBe(true);
  });

  it('reports what is wrong with a contract and prints the next one', async () => {
    await expect(printContract({ ...contract(1), madeAt: 'yesterday' })).rejects.toThrow(
      'not a yyyy-MM-dd HH:mm:ss time',
    );
    expect((await printContract(contract(1))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('leaves the thread of the calls free', async () => {
    const papers = [1, 2, 3, 4, 5, 6].map((n) => printContract(contract(n)));
    let isPrinted = false;
    const all = Promise.all(papers).finally(() => {
      isPrinted = true;
    });
    // Turns of the event loop that pass meanwhile: printed here, six papers would leave room for a handful.
    let turns = 0;
    while (!isPrinted) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    await all;
    expect(turns).toBeGreaterThan(1000);
  });
});
