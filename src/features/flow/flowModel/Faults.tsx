import { useTranslation } from 'react-i18next';
import type { DeployFault } from '../../../../contract/wire/flow';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { useTypeName } from '../designer/say';

interface FaultsProps {
  faults: readonly DeployFault[];
  /** Shows an element. */
  onLocate?(id: string): void;
  /** Whether an element has a place in the drawing, without which it cannot be shown; by default each has. */
  isDrawn?(id: string): boolean;
}
/** What keeps a diagram from being deployed, an entry an element. With `onLocate` each leads to its element. */
export function Faults({ faults, onLocate, isDrawn = (id) => id !== '' }: FaultsProps) {
  const { t } = useTranslation();
  const typeName = useTypeName();
  const nameOf = ({ elementId, elementName, elementType }: DeployFault) =>
    elementId === '' ? t('design.whole') : `${elementName || elementId} · ${typeName(elementType)}`;
  return (
    <ul className={arrange.list} aria-label={t('design.faults')}>
      {faults.map((fault) => (
        <li key={`${fault.elementId} ${fault.text}`}>
          {onLocate && isDrawn(fault.elementId) ? (
            <button type="button" className={text.link} onClick={() => onLocate(fault.elementId)}>
              {nameOf(fault)}
            </button>
          ) : (
            <b>{nameOf(fault)}</b>
          )}
          <span>{fault.text}</span>
        </li>
      ))}
    </ul>
  );
}
