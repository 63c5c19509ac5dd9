/** The lease objects that a lease contract lists in its second annex. */
import { formatMoney } from '../../../contract/domain/money';
import { drawGrid, ensureRoom, INK, PAGE, type Pair, type Pdf, SMALL, use, WIDTH } from '../../kernel/paper/kit';

/** An object as it is printed. `price`: decimal yuan. */
export interface LeaseObject {
  name: string;
  isVehicle: boolean;
  serialNo: string;
  model?: string;
  supplier?: string;
  price?: string;
}

/** All words of the objects, to see whether the font has their characters. */
export function wordsOf(objects: readonly LeaseObject[] | undefined): string {
  return (objects ?? [])
    .map(({ name, serialNo, model = '', supplier = '' }) => name + serialNo + model + supplier)
    .join('');
}

/** Space that keeps the rows of one object on one page, in points. */
const wholeObject = 96;

/** Draws the second annex below what is there. */
export function drawObjects(pdf: Pdf, objects: readonly LeaseObject[]): void {
  ensureRoom(pdf, 44 + wholeObject);
  if (pdf.y > PAGE.top) pdf.y += 18;
  use(pdf, 'bold', 12).text('附件二　租赁物清单', PAGE.left, pdf.y, { width: WIDTH });
  pdf.y += 2;
  use(pdf, 'text', SMALL.size, INK.soft).text(`共 ${objects.length} 件。金额单位：人民币元。`, PAGE.left, pdf.y, {
    width: WIDTH,
  });
  pdf.y += 4;
  objects.forEach(({ name, isVehicle, serialNo, model, supplier: seller, price }, at) => {
    ensureRoom(pdf, wholeObject);
    if (at > 0) pdf.y += 6;
    const rows: Pair[][] = [
      [[`租赁物 ${at + 1}`, name]],
      [[isVehicle ? '车架号' : '序列号', serialNo]],
      ...(model ? [[['品牌型号', model] as Pair]] : []),
      ...(seller ? [[['供应商', seller] as Pair]] : []),
      ...(price ? [[['购置价款', formatMoney(price)] as Pair]] : []),
    ];
    drawGrid(pdf, rows);
  });
}
