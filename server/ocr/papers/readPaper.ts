import type { PaperType } from '../../../contract/wire/ocr/papers';
import type { Box, TextLine } from '../../kernel/ocr';

/** A value as the machine read it. */
export interface Found {
  key: string;
  value: string;
  confidence: number;
  box: Box | null;
}
export function readPaper(_type: PaperType, _lines: readonly TextLine[]): Found[] {
  return [];
}
