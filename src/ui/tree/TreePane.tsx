import { SearchBox } from '@fluentui/react-components';
import type { KeyboardEvent, ReactNode } from 'react';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import { type TreeProps, type TreeWords, useTree } from './Tree';
import styles from './TreePane.module.css';

export interface TreePaneProps extends TreeProps {
  seek: string;
  onSeek(text: string): void;
  /** At the end of the heading. */
  aside?: ReactNode;
  words: TreeWords & {
    /** Beside the heading: 已选 37 / 128. */
    count(ticked: number, all: number): string;
    /** Label of the search field. */
    seek: string;
    clear: string;
    /** Announced by screen readers during a search. */
    found(count: number): string;
  };
}

/** A tree below its heading (`label`) and its search field; it fills the height of its place. */
export function TreePane(props: TreePaneProps) {
  const { index, seek, onSeek, label, checks, aside, words } = props;
  const { element, treeId, ticked, outcome } = useTree(props);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event;
    if (key === 'ArrowDown') currentTarget.ownerDocument.getElementById(treeId)?.focus();
    else if (key === 'Escape' && seek !== '') {
      // A dialog around the tree stays open.
      event.stopPropagation();
      onSeek('');
    } else return;
    event.preventDefault();
  };
  return (
    <section className={`${arrange.stack} ${arrange.box} ${styles.pane}`} aria-label={label}>
      <div className={`${arrange.stack} ${styles.head}`}>
        <div className={`${arrange.row} ${styles.heading}`}>
          <strong className={text.ellipsis}>{label}</strong>
          {checks && <span className={text.caption}>{words.count(ticked(), index.nodes.length)}</span>}
          <span className={text.grow} />
          {aside}
        </div>
        <SearchBox
          className={styles.seek}
          autoComplete="off"
          spellCheck={false}
          aria-label={words.seek}
          placeholder={words.seek}
          dismiss={seek === '' ? null : { 'aria-label': words.clear, title: words.clear }}
          value={seek}
          onChange={(_, { value }) => onSeek(value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {element(0)}
      <span role="status" className={text.unseen}>
        {outcome(words.found)}
      </span>
    </section>
  );
}
