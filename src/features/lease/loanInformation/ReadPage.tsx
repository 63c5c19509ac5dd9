import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { fileSize } from '../../../../contract/domain/files/fileSize';
import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { pictureLimits } from '../../../../contract/modules/lease/picture';
import { type PaperType, paperTypes } from '../../../../contract/wire/ocr/papers';
import { clock } from '../../../store/clock';
import { wordFor } from '../../../store/crud/dict';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField } from '../../../ui/inputs/fields';
import { DropZone } from '../../../ui/inputs/pictures/DropZone';
import { arrange } from '../../../ui/layout/arrange';
import { Filmstrip, type FilmstripItem } from '../../../ui/layout/Filmstrip';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Verdict } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { EmptyState } from '../../../ui/overlays/messages';
import { holdFile } from '../../../world/files';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { OrderLink } from '../order/links';
import { deskFields, type Moment } from './attention';
import { DeskView } from './DeskView';
import { type Desk, desks } from './desksSlice';
import { type Paper, papers } from './papersSlice';
import styles from './ReadPage.module.css';
import { wordsOf } from './words';

const { actions: at, selectors: see } = papers;
const types = Object.values(paperTypes);

function useTypeOptions() {
  const { dicts, language } = useFormat();
  return types.map((type) => ({ value: String(type), label: wordFor(dicts, 'pic_type', type, language) }));
}

/** Files that were chosen and are not read yet: the type of each can still be changed. */
function Staged({ list }: { list: readonly Paper[] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const options = useTypeOptions();
  return (
    <div className={arrange.column}>
      <ul className={`${arrange.list} ${styles.staged}`} aria-label={t('papers.staged')}>
        {list.map(({ key, name, size, type }) => (
          <li key={key}>
            <span className={`${text.grow} ${text.ellipsis}`} title={name}>
              {name} <span className={text.caption}>{fileSize(size)}</span>
            </span>
            <SelectInput
              className={styles.type ?? ''}
              aria-label={t('papers.typeOf', { name })}
              value={String(type)}
              options={options}
              onChange={(value) => dispatch(at.setType({ key, type: Number(value) as PaperType }))}
            />
            <IconButton
              icon="delete"
              size="small"
              label={t('papers.drop', { name })}
              onClick={() => dispatch(at.drop(key))}
            />
          </li>
        ))}
      </ul>
      <div className={`${arrange.row} ${arrange.end}`}>
        <Button tone="primary" icon="scan-text" onClick={() => dispatch(at.begin())}>
          {t('papers.begin', { count: list.length })}
        </Button>
      </div>
    </div>
  );
}

/** State of a paper in words, with what is still to be looked at once it is on its desk. */
function noteOf(paper: Paper, desk: Desk | undefined, moment: Moment, t: TFunction) {
  const { state, progress, status } = paper;
  if (state === 'failed') return <Verdict tone="bad">{t('papers.state.failed')}</Verdict>;
  if (state === 'reading') return t('papers.state.reading', { percent: progress });
  if (state !== 'read') return t(`papers.state.${state}`);
  if (paper.isDone) return <Verdict tone="good">{t('papers.state.accepted')}</Verdict>;
  const open = desk?.reading
    ? deskFields({ ...desk, reading: desk.reading }, moment).filter(({ attention }) => attention !== null).length
    : 0;
  if (open > 0) return <Verdict tone="warning">{t('papers.open', { count: open })}</Verdict>;
  return status === 'ok' || status === undefined ? (
    <Verdict tone="good">{t('papers.state.ok')}</Verdict>
  ) : (
    <Verdict tone="warning">{t(`papers.state.${status as 'partial'}`)}</Verdict>
  );
}

function useStrip(list: readonly Paper[]): FilmstripItem[] {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { dicts, language } = useFormat();
  const today = useSelector(clock.selectors.today);
  const held = useSelector(desks.selectors.all);
  return list.map((paper): FilmstripItem => {
    const { key, name, link, type, state, progress, id } = paper;
    const retry = {
      icon: 'arrow-clockwise',
      label: t('papers.retryOf', { name }),
      act: () => dispatch(at.retry(key)),
    } as const;
    const drop = { icon: 'dismiss', label: t('papers.drop', { name }), act: () => dispatch(at.drop(key)) } as const;
    return {
      ...{ key, url: link, isPdf: /\.pdf$/i.test(name) },
      name,
      title: `${wordFor(dicts, 'pic_type', type, language)} · ${name}`,
      note: noteOf(paper, held[id], { today, language }, t),
      ...(state === 'sending' ? { share: 0 } : state === 'reading' ? { share: progress / 100 } : {}),
      commands: state === 'failed' ? [retry, drop] : state === 'sending' || state === 'reading' ? [] : [drop],
    };
  });
}

/** What is shown of a paper that has no desk yet. */
function NotYet({ paper }: { paper: Paper }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (paper.state === 'failed')
    return (
      <Card>
        <EmptyState
          kind="broken"
          title={t('papers.failedTitle', { name: paper.name })}
          text={wordsOf(t, paper.problem)}
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.retry(paper.key))}>
            {t('frame.retry')}
          </Button>
          <Button onClick={() => dispatch(at.drop(paper.key))}>{t('papers.dropIt')}</Button>
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <p className={text.dash}>{t('papers.soon')}</p>
    </Card>
  );
}

/** Files are chosen here as long as there are none, and further ones from the head of the page. */
function Choose() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { type } = useSelector(see.all);
  const options = useTypeOptions();
  return (
    <div className={arrange.column}>
      <FormField id="papers-type" layout="side" label={t('papers.type')} help={t('papers.typeHelp')}>
        <SelectInput
          value={String(type)}
          options={options}
          onChange={(value) => dispatch(at.pickType(Number(value) as PaperType))}
        />
      </FormField>
      <DropZone
        onChoose={() => dispatch(at.choose())}
        onFiles={async (files) => dispatch(at.dropped(await Promise.all(files.map(holdFile))))}
        hint={t('papers.hint', { n: pictureLimits.bytes / 1024 / 1024 })}
        words={{ choose: t('papers.choose'), drop: t('papers.dropHere') }}
      />
    </div>
  );
}

/** The desk on which several papers are read, one after the other. */
export function ReadPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { list, current, orderId } = useSelector(see.all);
  const chosen = list.filter(({ state }) => state === 'chosen');
  const others = list.filter(({ state }) => state !== 'chosen');
  const strip = useStrip(others);
  const paper = others.find(({ key }) => key === current) ?? others[0];
  return (
    <Page variant="fill">
      <RecordHead
        title={t('papers.read')}
        back={{ label: t('papers.back'), to: addressOf({ feature: loanInformation.name }) }}
        end={
          others.length > 0 && (
            <Button icon="image-add" onClick={() => dispatch(at.choose())}>
              {t('papers.chooseMore')}
            </Button>
          )
        }
      >
        {orderId !== '' && (
          <span className={arrange.line}>
            <span className={text.caption}>{t('papers.forOrder')}</span>
            <OrderLink id={orderId} code={t('papers.showOrder')} />
            <IconButton
              icon="dismiss"
              size="small"
              label={t('papers.forgetOrder')}
              onClick={() => dispatch(at.forgetOrder())}
            />
          </span>
        )}
      </RecordHead>
      {others.length === 0 && (
        <Card title={t('papers.chooseTitle')}>
          <Choose />
        </Card>
      )}
      {chosen.length > 0 && (
        <Card title={t('papers.staged')} note={t('papers.stagedNote')}>
          <Staged list={chosen} />
        </Card>
      )}
      {others.length > 0 && (
        <Filmstrip
          items={strip}
          current={paper?.key ?? ''}
          label={t('papers.strip')}
          onPick={(key) => dispatch(at.pick(key))}
        />
      )}
      {paper && (paper.state === 'read' ? <DeskView id={paper.id} /> : <NotYet paper={paper} />)}
    </Page>
  );
}
