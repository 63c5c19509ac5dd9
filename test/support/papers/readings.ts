/** Readings as the server answers them, for the tests of the console. */
import { type PaperType, paperFields, paperTypes, type Reading } from '../../../contract/wire/ocr/papers';

/** An ID card that was read well; `values` differ from it, and `more` from everything else. */
export function readingOf(
  id: string,
  values: Record<string, string> = {},
  {
    type = paperTypes.idPortrait,
    confidence = {},
    ...more
  }: Partial<Reading> & { confidence?: Record<string, number> } = {},
): Reading {
  const usual: Record<string, string> =
    type === paperTypes.idPortrait
      ? {
          name: '张伟明',
          sex: '女',
          nation: '汉',
          birth: '1949-12-31',
          address: '北京市朝阳区',
          idNo: '11010519491231002X',
        }
      : {};
  return {
    ...{ id, attachId: `9${id}`, link: `/api/file/${id}`, name: `${id}.png`, type, provider: 'local' },
    ...{ status: 'ok', progress: 100, width: 860, height: 540, checks: [], prefill: {}, rawText: '' },
    ...{ duplicateOf: null, requestId: 'r', version: 2, customerId: null, orderId: null, accepted: null },
    fields: Object.entries(paperFields[type as PaperType]).map(([key, { label }], at) => ({
      ...{ key, label: label.zh, value: values[key] ?? usual[key] ?? '', confidence: confidence[key] ?? 0.98 },
      ...{ box: [10, 10 + 40 * at, 200, 30], valid: true, message: '' },
    })),
    ...more,
  };
}
