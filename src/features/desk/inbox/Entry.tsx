import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { treeIndex } from '../../../../contract/schema/tree';
import type { InboxEntry } from '../../../../contract/wire/inbox';
import { roleConflicts } from '../../../store/auth/roleConflicts';
import { inbox, registration } from '../../../store/inbox';
import { menu, permission } from '../../../store/navigation/menu';
import { pageAddress, transferPath } from '../../../store/navigation/routes';
import { Button, ButtonLink, IconButton } from '../../../ui/inputs/buttons';
import { RichText } from '../../../ui/inputs/rich/RichText';
import { TreeInput } from '../../../ui/inputs/TreeInput';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { treeWords } from '../../crud/inputs/choiceInputs';
import { RolesField } from '../../crud/inputs/rolesField';
import styles from './Entry.module.css';

/** The whole tree is loading. */
const isWaiting = new Set(['']);

interface EntryProps {
  entry: InboxEntry;
  onBack(): void;
  /** On a wide screen the list stays beside it: there is no way back to show. */
  isBeside?: true;
  /** A link of it is followed. */
  onLeave?(): void;
}

/** A message in full, with its actions. */
export function Entry({ entry, onBack, isBeside, onLeave }: EntryProps) {
  const { t } = useTranslation();
  const place = useSelector((all: never) => (entry.subject ? menu.selectors.pathOf(all, entry.subject) : ''));
  const mayDecide = useSelector((all: never) => permission.selectors.may(all, 'user_audit'));
  const { subject, subjectId } = entry;
  const Heading = isBeside ? 'h2' : 'h3';
  return (
    <article className={`${arrange.inset} ${styles.entry}`} aria-label={entry.title}>
      <header className={`${arrange.row} ${styles.head}`}>
        <span className={isBeside ? styles.narrowOnly : undefined}>
          <IconButton
            icon="arrow-left"
            size="small"
            label={t('inbox.back')}
            // The focused entry of the list is hidden, so the detail takes the focus.
            autoFocus
            onClick={onBack}
          />
        </span>
        <Heading className={text.grow}>{entry.title}</Heading>
      </header>
      <p className={text.caption}>{entry.createTime}</p>
      <RichText html={entry.content} />
      {subject === registration && mayDecide && <Decision entry={entry} />}
      {subject === 'transfer' && (
        <ButtonLink icon="arrow-download" to={transferPath} {...(onLeave ? { onClick: onLeave } : {})}>
          {t('inbox.openExports')}
        </ButtonLink>
      )}
      {place && (
        <ButtonLink
          icon="open"
          to={pageAddress(place, subjectId ? { rest: `detail/${subjectId}` } : {})}
          {...(onLeave ? { onClick: onLeave } : {})}
        >
          {t('inbox.openRecord')}
        </ButtonLink>
      )}
    </article>
  );
}

/** A registration that waits for approval. */
function Decision({ entry }: { entry: InboxEntry }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { roles, roleIds, lacksRole, isDeciding, decided } = useSelector(inbox.selectors.all);
  const warnings = useSelector((all: never) => roleConflicts.selectors.of(all, roleIds));
  const index = useMemo(() => treeIndex(roles ?? []), [roles]);
  const outcome = decided[entry.id];
  if (outcome) return <MessageBar tone={outcome === 'passed' ? 'success' : 'info'}>{t(`inbox.${outcome}`)}</MessageBar>;
  const decide = (isPassed: boolean) => dispatch(inbox.actions.decide({ id: entry.id, isPassed }));
  return (
    <Form className={`${arrange.fields} ${styles.decision}`} onSubmit={() => decide(true)}>
      <RolesField label={t('inbox.role')} problem={lacksRole ? t('inbox.roleHint') : undefined} warnings={warnings}>
        <TreeInput
          multiple
          strict
          label={t('inbox.role')}
          index={index}
          {...(roles ? {} : { loading: isWaiting })}
          value={roleIds.split(',').filter(Boolean)}
          placeholder={t('inbox.roleHint')}
          words={treeWords(t)}
          onChange={(ids) => dispatch(inbox.actions.pickRoles(ids.join(',')))}
        />
      </RolesField>
      <div className={arrange.row}>
        <Button tone="primary" type="submit" busy={isDeciding}>
          {t('inbox.pass')}
        </Button>
        <Button busy={isDeciding} onClick={() => decide(false)}>
          {t('inbox.refuse')}
        </Button>
      </div>
    </Form>
  );
}
