import { textIn } from '../../../../contract/domain/text';
import { isMergeField, mergeField, wordingCases } from '../../../../contract/domain/wording/mergeFields';
import {
  partsOf,
  type Wording,
  type WordingClause,
  type WordingItem,
} from '../../../../contract/domain/wording/wording';
import { arrange } from '../../../ui/layout/arrange';
import { text as style } from '../../../ui/layout/text';
import { useFormat } from '../../crud/useFormat';
import styles from './WordingText.module.css';

/** A text with its merge fields by their titles. */
export function Words({ text }: { text: string }) {
  const { language } = useFormat();
  return partsOf(text).map((part, at) =>
    'words' in part ? (
      part.words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
      <span key={at} className={styles.field} title={`{{${part.field}}}`}>
        {isMergeField(part.field) ? textIn(mergeField(part.field).title, language) : part.field}
      </span>
    ),
  );
}

/** When a clause or an item is printed, where that is not always. */
export function Condition({ when }: Pick<WordingItem, 'when'>) {
  const { language } = useFormat();
  if (when === undefined) return null;
  return <span className={styles.when}>{textIn(wordingCases[when]?.title, language) ?? when}</span>;
}

/** A clause as it reads. */
export function ClauseText({ clause, at }: { clause: WordingClause; at: number }) {
  return (
    <>
      <div className={`${arrange.row} ${style.strong}`}>
        {at + 1}
        <span>
          <Words text={clause.title} />
        </span>
        <Condition when={clause.when} />
      </div>
      <ol className={styles.plain}>
        {clause.items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place
          <li key={i}>
            <span className={style.caption}>{`${at + 1}.${i + 1}`}</span> <Words text={item.text} />{' '}
            <Condition when={item.when} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The whole wording as it reads. */
export function WordingText({ wording }: { wording: Wording }) {
  return (
    <div className={styles.paper}>
      <p>
        <Words text={wording.preamble} />
      </p>
      {wording.clauses.map((clause, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no name but its place
        <div key={at}>
          <ClauseText clause={clause} at={at} />
        </div>
      ))}
      <p className={style.strong}>
        <Words text={wording.annexTitle} />
      </p>
      <p>
        <Words text={wording.annexNote} />
      </p>
    </div>
  );
}
