import { textIn } from '../../../../contract/domain/text';
import { conditionField, conditionName } from '../../../../contract/schema/conditions';
import { choiceSetOf } from '../../../store/crud/targets';
import { RemovableChip } from '../../../ui/inputs/RemovableChip';
import { arrange } from '../../../ui/layout/arrange';
import { FOLDED_FIELDS, SearchPanel } from '../../../ui/table/listing';
import { textOf } from '../cells';
import { ChoiceNames } from '../inputs/choiceInputs';
import { SearchInput } from '../inputs/inputs';
import type { List } from './useList';

const comparisons: Record<string, string> = {
  ge: '≥',
  gt: '>',
  le: '≤',
  lt: '<',
  from: '≥',
  to: '≤',
  dategt: '>',
  datelt: '<',
  notequal: '≠',
  notlike: '≠',
};

interface ConditionProps {
  list: List;
  name: string;
  value: string;
}

/** A condition in words; `valueText` is '' where the value names records. */
function conditionText({ list: { format, module }, name, value }: ConditionProps) {
  const field = conditionField(module, name)!;
  const set = choiceSetOf(field);
  const comparison = comparisons[name.split(/[._]/)[1] ?? ''] ?? '';
  const start = `${textIn(field.label, format.language)} ${comparison && `${comparison} `}`;
  const isWord = field.kind === 'dict' || field.kind === 'choice' || field.kind === 'flag';
  return { set, start, valueText: set ? '' : isWord ? textOf(field, value, format) : value };
}

export function ConditionWords(condition: ConditionProps) {
  const { set, start, valueText } = conditionText(condition);
  return (
    <>
      {start}
      {set ? <ChoiceNames of={set} ids={condition.value} /> : valueText}
    </>
  );
}

/** One active condition with its remove button. */
export function ConditionChip(condition: ConditionProps) {
  const { list, name } = condition;
  const { start, valueText } = conditionText(condition);
  return (
    <RemovableChip
      removeLabel={list.t('crud.removeFilter', { name: start + valueText })}
      onRemove={() => list.drop(name)}
    >
      <ConditionWords {...condition} />
    </RemovableChip>
  );
}

/**
 * Number of fields beside the buttons. When a record was made is asked of every list, so that field is in the folded part,
 * unless the screen begins with it.
 */
function foldedCount({ screen: { search }, isPanel }: List): number {
  const at = search.indexOf('createTime');
  const most = isPanel ? search.length : FOLDED_FIELDS;
  return Math.min(most, at > 0 ? at : search.length);
}

/** Active conditions without a visible field are shown as chips, so that no filter is hidden. */
export function UnseenConditions({ list }: { list: List }) {
  const { conditions, screen, state } = list;
  const inSight = state.isSeekOpen ? screen.search : screen.search.slice(0, foldedCount(list));
  const unseen = conditions.filter(([key]) => !inSight.includes(conditionName(key)) || key.includes('_'));
  if (unseen.length === 0) return null;
  return (
    <div className={arrange.inset}>
      <div className={arrange.row}>
        {unseen.map(([key, value]) => (
          <ConditionChip key={key} list={list} name={key} value={value} />
        ))}
      </div>
    </div>
  );
}

/** The search panel of the list. */
export function Filters({ list }: { list: List }) {
  const { t, dispatch, at, format, module, screen, state, title, isPanel } = list;
  const folded = foldedCount(list);
  return (
    <SearchPanel
      isOpen={state.isSeekOpen}
      folded={folded}
      isBeside={isPanel}
      {...(folded < screen.search.length ? { onToggle: () => dispatch(at.unfold(!state.isSeekOpen)) } : {})}
      onSearch={list.search}
      onClear={list.clear}
      words={{
        search: t('crud.search'),
        clear: t('crud.clear'),
        more: t('crud.more'),
        less: t('crud.less'),
        label: t('crud.searchLabel', { name: title }),
      }}
    >
      {screen.search.map((name) => (
        <SearchInput
          key={name}
          name={name}
          field={conditionField(module, name)!}
          seek={state.seek}
          format={format}
          onSeek={(change) => dispatch(at.seek(change))}
        />
      ))}
    </SearchPanel>
  );
}
