/**
 * Opens the papers that are kept: PDF/A-2b (ISO 19005-2), with their fonts, colours and description inside. Part 2,
 * because signatures and the transparency of seals need it, and not part 3, because nothing is attached.
 */
import PDFDocument from 'pdfkit';
import { giveFonts } from './fonts';
import type { Pdf } from './kit';

export interface PaperOpening extends Pick<PDFKit.PDFDocumentOptions, 'size' | 'layout' | 'margins'> {
  /** BCP 47 */
  language: string;
  title: string;
  author?: string;
  subject?: string;
  keywords?: string;
  /** The file's ID is derived from these, too. */
  made: Date;
  changed?: Date;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The package writes the description of a file as XML, and its texts as they stand. */
function escapeDescription(pdf: Pdf): void {
  const kit = pdf as unknown as { info: Record<string, unknown>; _addInfo(): void };
  const { _addInfo } = kit;
  kit._addInfo = () => {
    const { info } = kit;
    kit.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [name, typeof value === 'string' ? escaped(value) : value]),
    );
    _addInfo.call(kit);
    kit.info = info;
  };
}

export async function openArchived({ language, ...opening }: PaperOpening): Promise<Pdf> {
  const { title, author, subject, keywords, made, changed, ...page } = opening;
  const pdf = new PDFDocument({
    ...page,
    subset: 'PDF/A-2b',
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    bufferPages: true,
    font: '', // no built-in Latin font in the file
    info: {
      Title: title,
      ...(author && { Author: author }),
      ...(subject && { Subject: subject }),
      ...(keywords && { Keywords: keywords }),
      Producer: 'LeaseDesk',
      Creator: 'LeaseDesk',
      CreationDate: made,
      ...(changed && { ModDate: changed }),
    },
  });
  escapeDescription(pdf);
  await giveFonts(pdf);
  return pdf;
}
