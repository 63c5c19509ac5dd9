import { isValidElement, type ReactNode } from 'react';
import { formatMoney } from '../../../contract/domain/money';
import { Money } from '../layout/figures';
import { Chip, StatusChip } from '../layout/status';
import { textWidth } from './textWidth';

const TEXT_PX = 14;
const CHIP_PX = 12;
/** Icon, gap, paddings and border of a chip, in px. */
const CHIP_FRAME_PX = 34;

/** The text of an element, as far as its children say it. */
export function shownText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(shownText).join('');
  if (!isValidElement<{ children?: ReactNode; value?: string | null }>(node)) return '';
  const { children, value } = node.props;
  return node.type === Money ? (value ? formatMoney(value) : '') : shownText(children);
}

export function isChip(node: ReactNode): boolean {
  return isValidElement(node) && (node.type === StatusChip || node.type === Chip);
}

/** Width of a state as a chip, in px. */
export function chipWidth(word: string): number {
  return textWidth(word, CHIP_PX) + CHIP_FRAME_PX;
}

/** Greatest width of what a cell shows, in px; 0 where its elements do not say it. */
export function shownWidth(node: ReactNode): number {
  if (Array.isArray(node)) return node.reduce((sum: number, one) => sum + shownWidth(one), 0);
  if (isValidElement<{ children?: ReactNode }>(node)) {
    if (isChip(node)) return chipWidth(shownText(node));
    if (node.type !== Money) return shownWidth(node.props.children);
  }
  return textWidth(shownText(node), TEXT_PX);
}
