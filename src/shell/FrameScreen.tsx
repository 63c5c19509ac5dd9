import '../look/look.css';
import { FluentProvider, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { IconButton } from '../look/buttons';
import { ConfirmDialog } from '../look/Dialog';
import { FormField, TextArea } from '../look/fields';
import { Frame, Mark, type NavItem, NavTree, TabStrip, TopBar, UserBadge } from '../look/frame';
import { glyph, Icon } from '../look/Icon';
import { Toasts } from '../look/messages';
import { themeOf } from '../look/theme';
import { clock } from '../store/clock';
import { features } from '../store/features';
import { feedback } from '../store/feedback';
import { look } from '../store/look';
import { type MenuItem as MenuRow, menu, menuLabel } from '../store/menu';
import { homePath, route, tabs } from '../store/route';
import { session } from '../store/session';
import { PageScreen } from './PageScreen';
import { PasswordDialog } from './PasswordDialog';

/** Everything around a page: sidebar, top bar, tab strip; and what lies above it: questions and messages. */
export const FrameScreen = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language, theme, mode, isNavCollapsed, isDrawerOpen, openMenu } = useSelector(look.selectors.all);
  const place = useSelector(route.selectors.place);
  const tree = useSelector(menu.selectors.tree);
  const open = useSelector(tabs.selectors.list);
  const dirty = useSelector(tabs.selectors.dirty);
  const user = useSelector(session.selectors.user);
  const today = useSelector(clock.selectors.today);
  const isReady = useSelector((state: never) => features.selectors.isReady(state, 'frame'));
  if (!place || !isReady) return null;

  const itemOf = (row: MenuRow): NavItem => ({
    key: row.id,
    label: menuLabel(row)[language],
    icon: glyph(row.source),
    ...(row.children?.length ? { children: row.children.map(itemOf) } : { path: row.path }),
  });
  // First-level menus with children are headings, their children the items: one glance, one click.
  const groups = tree.map((row) =>
    row.children?.length
      ? { key: row.id, title: menuLabel(row)[language], items: row.children.map(itemOf) }
      : { key: row.id, items: [itemOf(row)] },
  );
  const go = (path: string) => dispatch(route.actions.go(path));
  const tabOf = (path: string) => open.find((tab) => tab.path === path);

  return (
    <FluentProvider theme={themeOf(theme, mode)} className="provider">
      <Frame
        isCollapsed={isNavCollapsed}
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => dispatch(look.actions.draw(false))}
        words={{ skip: t('frame.skip'), closeMenu: t('frame.closeMenu') }}
        nav={
          <NavTree
            brand={
              <>
                <Mark />
                <span>LeaseDesk</span>
                {language === 'zh' && <small>融租管理平台</small>}
              </>
            }
            label={t('frame.menu')}
            groups={[
              {
                key: 'home',
                items: [{ key: homePath, label: language === 'zh' ? '首页' : 'Home', icon: 'home', path: homePath }],
              },
              ...groups,
            ]}
            current={place.menuPath}
            openKeys={new Set([openMenu])}
            onToggle={(key) => dispatch(look.actions.toggleMenu(key))}
            onGo={go}
            renderHref={(path) => path}
            emptyText={t('frame.emptyMenu')}
            foot={
              <>
                <div>{t('frame.tenant', { tenant: user?.tenantId ?? '' })}</div>
                {today && <div>{t('frame.businessDay', { day: today })}</div>}
              </>
            }
          />
        }
        top={
          <TopBar
            start={
              <>
                <span className="wide-only">
                  <IconButton
                    icon={isNavCollapsed ? 'panel-left-expand' : 'panel-left-contract'}
                    label={t(isNavCollapsed ? 'frame.expand' : 'frame.collapse')}
                    onClick={() => dispatch(look.actions.collapse(!isNavCollapsed))}
                  />
                </span>
                <span className="narrow-only">
                  <IconButton
                    icon="line-horizontal-3"
                    label={t('frame.menu')}
                    onClick={() => dispatch(look.actions.draw(true))}
                  />
                </span>
              </>
            }
            end={
              <>
                <IconButton
                  icon={mode === 'light' ? 'moon' : 'sun'}
                  label={t(mode === 'light' ? 'frame.toDark' : 'frame.toLight')}
                  onClick={() => dispatch(look.actions.shine(mode === 'light' ? 'dark' : 'light'))}
                />
                <Menu>
                  <MenuTrigger disableButtonEnhancement>
                    <IconButton icon="local-language" label={t('frame.language')} />
                  </MenuTrigger>
                  <MenuPopover>
                    <MenuList>
                      <MenuItem disabled={language === 'zh'} onClick={() => dispatch(look.actions.speak('zh'))}>
                        中文
                      </MenuItem>
                      <MenuItem disabled={language === 'en'} onClick={() => dispatch(look.actions.speak('en'))}>
                        English
                      </MenuItem>
                    </MenuList>
                  </MenuPopover>
                </Menu>
                <Menu>
                  <MenuTrigger disableButtonEnhancement>
                    <UserBadge
                      name={user?.realName ?? ''}
                      note={user?.businessUserCode || user?.account}
                      initials={(user?.realName ?? '').slice(-2)}
                      {...(user?.avatar ? { picture: user.avatar } : {})}
                    />
                  </MenuTrigger>
                  <MenuPopover>
                    <MenuList>
                      <MenuItem icon={<Icon name="sign-out" />} onClick={() => dispatch(session.actions.signOut())}>
                        {t('frame.signOut')}
                      </MenuItem>
                    </MenuList>
                  </MenuPopover>
                </Menu>
              </>
            }
          />
        }
        tabs={
          <TabStrip
            label={t('frame.tabs')}
            tabs={open.map(({ path, search, label }) => ({
              key: path,
              href: path + (search && `?${search}`),
              label: label[language],
              closable: open.length > 1 && path !== homePath,
              dirty: dirty[path] === true,
              ...(path === homePath ? { icon: 'home' as const } : {}),
            }))}
            current={place.path}
            onGo={(path) => {
              const search = tabOf(path)?.search;
              go(path + (search ? `?${search}` : ''));
            }}
            onClose={(path) => dispatch(tabs.actions.closeTab(path))}
            closeLabel={(name) => t('frame.closeTab', { name })}
            dirtyLabel={t('frame.dirty')}
            end={
              <Menu>
                <MenuTrigger disableButtonEnhancement>
                  <IconButton icon="chevron-down" size="small" label={t('frame.tabActions')} />
                </MenuTrigger>
                <MenuPopover>
                  <MenuList>
                    <MenuItem onClick={() => dispatch(tabs.actions.closeOthers(place.path))}>
                      {t('frame.closeOthers')}
                    </MenuItem>
                    <MenuItem onClick={() => dispatch(tabs.actions.closeAll())}>{t('frame.closeAll')}</MenuItem>
                  </MenuList>
                </MenuPopover>
              </Menu>
            }
          />
        }
      >
        {user?.mustChangePassword ? <PasswordDialog /> : <PageScreen place={place} />}
      </Frame>
      <Overlay />
    </FluentProvider>
  );
};

/** Questions that wait for an answer, and messages. */
const Overlay = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const toasts = useSelector(feedback.selectors.toasts);
  const question = useSelector(feedback.selectors.question);
  const reason = useSelector(feedback.selectors.reason);
  const values = question?.values ?? {};
  const lacksReason = question?.asksReason && reason.trim() === '';
  return (
    <>
      <Toasts
        items={toasts.map(({ id, tone, say, text, detail }) => ({
          id,
          tone,
          text: text ?? t(say as never),
          ...(detail ? { detail } : {}),
        }))}
        onClose={(id) => dispatch(feedback.actions.dismissed(id))}
        closeLabel={t('frame.closeToast')}
      />
      {question && (
        <ConfirmDialog
          title={t(question.title as never)}
          text={t(question.say as never, values)}
          {...(question.detail ? { detail: question.detail } : {})}
          danger={question.danger ?? false}
          confirmLabel={t(question.confirm as never, values)}
          cancelLabel={t('ask.cancel')}
          {...(lacksReason ? { confirmDisabledReason: t('ask.reasonHint') } : {})}
          onAnswer={(isSure) => dispatch(feedback.actions.answered({ isSure, reason: reason.trim() }))}
        >
          {question.asksReason && (
            <FormField label={t('ask.reason')} required layout="above">
              <TextArea
                value={reason}
                maxLength={200}
                placeholder={t('ask.reasonHint')}
                onChange={(typed) => dispatch(feedback.actions.reasonTyped(typed))}
              />
            </FormField>
          )}
        </ConfirmDialog>
      )}
    </>
  );
};
