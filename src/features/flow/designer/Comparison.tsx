import { BpmnModdle } from 'bpmn-moddle';
import { useEffect, useMemo, useState } from 'react';
import { leasedesk } from '../../../../contract/domain/bpmn/words';
import { arrange } from '../../../ui/layout/arrange';
import { Chip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { useFormat } from '../../crud/useFormat';
import { FlowDiagram, type FlowDiagramProps, type Marking } from '../FlowDiagram';
import styles from './Comparison.module.css';
import { compared, type Difference } from './compare';
import type { Part } from './moddle';
import { useTypeName, useWordName } from './say';

export interface ComparisonProps {
  before: { title: string; xml: string };
  after: { title: string; xml: string };
  words: Record<Difference['kind'] | 'changes' | 'same' | 'unreadable', string> &
    Pick<FlowDiagramProps['words'], 'label' | 'zoomIn' | 'zoomOut' | 'fit'>;
}

async function differences(before: string, after: string): Promise<Difference[]> {
  const moddle = new BpmnModdle({ leasedesk });
  const [old, now] = await Promise.all([before, after].map((xml) => moddle.fromXML(xml)));
  return compared(old!.rootElement as unknown as Part, now!.rootElement as unknown as Part);
}

const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const;

/** Two diagrams side by side, with a list of what differs. */
export function Comparison({ before, after, words }: ComparisonProps) {
  const typeName = useTypeName();
  const wordName = useWordName();
  const { language } = useFormat();
  const [found, setFound] = useState<{ of: string; list: readonly Difference[] | null } | null>(null);
  const pair = `${before.xml}\n${after.xml}`;
  // Reading a file takes a promise, so its result arrives after the first drawing.
  useEffect(() => {
    let isGone = false;
    const keep = (list: readonly Difference[] | null) => {
      if (!isGone) setFound({ of: pair, list });
    };
    differences(before.xml, after.xml).then(keep, () => keep(null));
    return () => {
      isGone = true;
    };
  }, [before.xml, after.xml, pair]);
  const list = found?.of === pair ? found.list : undefined;
  const markers = useMemo(() => {
    const of = (...kinds: Difference['kind'][]): Record<string, Marking> =>
      Object.fromEntries((list ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ id, kind }) => [id, kind]));
    return { before: of('removed', 'changed'), after: of('added', 'changed') };
  }, [list]);
  if (list === undefined) return <CardSkeleton lines={8} />;
  if (list === null) return <EmptyState kind="broken" title={words.unreadable} />;
  const diagram = (side: 'before' | 'after', { title, xml }: ComparisonProps['before']) => (
    <Card title={title}>
      <div className={styles.diagram}>
        <FlowDiagram
          xml={xml}
          language={language}
          markers={markers[side]}
          onUnreadable={() => setFound({ of: pair, list: null })}
          words={{ ...words, label: `${words.label} ${title}`, running: '', done: '', line: '', now: '' }}
        />
      </div>
    </Card>
  );
  return (
    <>
      <div className={arrange.pair}>
        {diagram('before', before)}
        {diagram('after', after)}
      </div>
      <Card title={words.changes} note={list.length}>
        {list.length === 0 ? (
          <p className={text.dash}>{words.same}</p>
        ) : (
          <ul className={arrange.list}>
            {list.map(({ kind, id, type, name, what }) => (
              <li key={`${kind} ${id}`}>
                <Chip tone={tones[kind]}>{words[kind]}</Chip>
                <b>{name || id}</b>
                <span className={text.caption}>{typeName(type)}</span>
                {what.length > 0 && <span>{[...new Set(what.map(wordName))].join(', ')}</span>}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
