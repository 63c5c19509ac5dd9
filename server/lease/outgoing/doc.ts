/** A paper for a customer as it is drawn. Plain data: it goes to another thread. */

export type Pair = [label: string, value: string];

export interface PaperTable {
  title: string;
  columns: { head: string; isFigure: boolean /** Its part of the width. */; share: number }[];
  rows: string[][];
  foot?: string[];
}
export interface PaperDoc {
  title: string;
  company: string;
  /** Below the title: number, time, page of the company. */
  heading: string;
  /** Stand out beside the title, such as 补打. */
  marks: string[];
  facts: Pair[][];
  paragraphs: string[];
  tables: PaperTable[];
  /** Where the company signs. */
  closing: string[];
  /** `yyyy-MM-dd HH:mm:ss` */
  madeAt: string;
  /** BCP 47 */
  language: string;
  /** `{page}` and `{pages}` are filled in. */
  pageText: string;
}
