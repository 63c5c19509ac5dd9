import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { joined } from '../../../../contract/domain/text';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { RemovableChip } from '../../../ui/inputs/RemovableChip';
import { arrange } from '../../../ui/layout/arrange';
import { useFormat } from '../../crud/useFormat';
import { people } from './peopleSlice';

function idsOf(value: string): string[] {
  return value.split(',').filter(Boolean);
}

export interface PeopleInputProps {
  /** An id, or several, comma-joined. */
  value: string;
  onPick(ids: string): void;
  multiple?: boolean;
  id?: string;
  placeholder?: string;
}

/** Chooses people for a task by a part of their names. */
export function PeopleInput({ value, onPick, multiple = false, id, placeholder }: PeopleInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { found, busy, isLost, names } = useSelector(people.selectors.all);
  const ids = idsOf(value);
  const chosen = multiple ? '' : value;
  const combo = (
    <ComboInput
      value={chosen}
      label={chosen === '' ? '' : (names[chosen] ?? chosen)}
      options={isLost ? [] : found.map(({ id, name, note }) => ({ value: id, label: name, note }))}
      busy={busy}
      {...(isLost ? { trouble: { text: t('choose.lost'), retry: t('frame.retry') } } : {})}
      {...(id ? { id } : {})}
      placeholder={placeholder ?? t('flow.choosePerson')}
      onQuery={(text) => dispatch(people.actions.find(text))}
      onPick={(option) => {
        const picked = option?.value ?? '';
        if (!multiple) onPick(picked);
        else if (picked !== '' && !ids.includes(picked)) onPick([...ids, picked].join(','));
      }}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
    />
  );
  if (!multiple) return combo;
  return (
    <span className={arrange.row}>
      {ids.map((one) => {
        const name = names[one] ?? one;
        return (
          <RemovableChip
            key={one}
            removeLabel={t('choose.remove', { name })}
            onRemove={() => onPick(ids.filter((other) => other !== one).join(','))}
          >
            {name}
          </RemovableChip>
        );
      })}
      {combo}
    </span>
  );
}

/** Names of people known by id; the id where the name is unknown. */
export function PeopleNames({ ids }: { ids: string }) {
  const { language } = useFormat();
  const names = useSelector(people.selectors.names);
  return joined(
    idsOf(ids).map((id) => names[id] ?? id),
    language,
  );
}
