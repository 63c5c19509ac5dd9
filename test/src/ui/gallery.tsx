/**
 * Every part of src/ui with invented data: `?screen=list|record|form|payments|states|login|sign`,
 * `&mode=dark`, `&language=en`, `&theme=<key>`. `shots.mts` takes the screenshots.
 */

import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import type { Tone } from '../../../contract/domain/orderStates';
import '../../../src/ui/theme/base.css';
import '../../../src/features/lease/sign/sign.css';
import { DueCalendar, type DueDay } from '../../../src/features/lease/paymentPlan/DueCalendar';
import { SignPage } from '../../../src/features/lease/sign/SignPage';
import { firstWords as first } from '../../../src/i18n/first';
import { LoginPage } from '../../../src/shell/login/LoginPage';
import { Mark } from '../../../src/ui/icons/Glyph';
import { Icon, type IconName } from '../../../src/ui/icons/Icon';
import { Button, IconButton } from '../../../src/ui/inputs/buttons';
import { ComboInput } from '../../../src/ui/inputs/ComboInput';
import { Radios, SelectInput } from '../../../src/ui/inputs/choices';
import { DateInput, DateRange } from '../../../src/ui/inputs/dates';
import { FormField, TextArea, TextInput } from '../../../src/ui/inputs/fields';
import { MoneyInput, NumberInput } from '../../../src/ui/inputs/numbers';
import { RadioCards } from '../../../src/ui/inputs/RadioCards';
import { arrange } from '../../../src/ui/layout/arrange';
import { Dash, Money, Percent } from '../../../src/ui/layout/figures';
import { Frame, Page } from '../../../src/ui/layout/frame';
import { Change, PictureSlots, RecordHead, SigningCard, StateBar, Timeline } from '../../../src/ui/layout/record';
import { Flags, StatusChip, Verdict } from '../../../src/ui/layout/status';
import { Card, Figures, KeyValues, Segments, Steps, Workings } from '../../../src/ui/layout/surfaces';
import { TabStrip } from '../../../src/ui/layout/TabStrip';
import { text } from '../../../src/ui/layout/text';
import { Swatch, TopBar, TopMenu, TopSeparator, UserBadge } from '../../../src/ui/layout/topbar';
import { ConfirmDialog, Dialog } from '../../../src/ui/overlays/Dialog';
import { Finder } from '../../../src/ui/overlays/Finder';
import { CardSkeleton, EmptyState, MessageBar, RemovableChip, Toasts } from '../../../src/ui/overlays/messages';
import { type Column, DataTable } from '../../../src/ui/table/DataTable';
import { PageTitle, SearchField, SearchPanel, Toolbar, ViewPills } from '../../../src/ui/table/listing';
import { Pager } from '../../../src/ui/table/Pager';
import { Themed } from '../../../src/ui/theme/Themed';
import { themeOf } from '../../../src/ui/theme/theme';
import { NavTree } from '../../../src/ui/tree/NavTree';

const wanted = new URLSearchParams(location.search);
const isEnglish = wanted.get('language') === 'en';
const mode = wanted.get('mode') === 'dark' ? 'dark' : 'light';
function t(zh: string, en: string) {
  return isEnglish ? en : zh;
}
function nothing() {}

const states = {
  running: ['success', 'play-circle', t('履约中', 'In force')],
  signing: ['brand', 'signature', t('签约中', 'Being signed')],
  voucher: ['warning', 'receipt', t('待确认凭证', 'Voucher to confirm')],
  payment: ['marigold', 'clock', t('待打款', 'Awaiting payment')],
  toSign: ['brand', 'pen', t('待签约', 'To be signed')],
  toStart: ['plain-success', 'calendar-clock', t('待起租', 'To start')],
  draft: ['neutral', 'circle-hint', t('待完善', 'Incomplete')],
  expired: ['danger', 'hourglass', t('已到期', 'Matured')],
  settled: ['quiet', 'checkmark-circle', t('已结清', 'Settled')],
  ending: ['berry', 'arrow-exit', t('提前终止中', 'Ending early')],
} as const satisfies Record<string, readonly [Tone, IconName, string]>;
type State = keyof typeof states;
function Chip({ state }: { state: State }) {
  return (
    <StatusChip tone={states[state][0]} glyph={states[state][1]}>
      {states[state][2]}
    </StatusChip>
  );
}

interface Order {
  no: string;
  customer: string;
  product: string;
  days: number;
  amount: string;
  rate: string;
  flags: number;
  state: State;
  start: string;
  at: number;
}
const orders: Order[] = (
  [
    ['HT20260509000208', '鲸落冷链有限公司', '稳盈租 360', 360, '500000', '7.2', 3, 'running', '2026-05-15'],
    ['HT20261118000164', '浮岛云梯设备有限公司', '云仓租 180', 180, '1200000', '5.85', 2, 'signing', ''],
    ['HT20261116000201', '司徒南枝', '车辆租 720', 720, '80000', '8.4', 0, 'voucher', ''],
    ['HT20260527000238', '月背环形山采石有限公司', '稳盈租 360', 360, '3650000', '7.2', 3, 'running', '2026-06-02'],
    ['HT20261113000275', '彗尾农机有限公司', '稳盈租 360', 360, '240000', '7.2', 0, 'payment', ''],
    ['HT20261111000312', '闻人予安', '短租宝 90', 90, '60000', '4.5', 1, 'toSign', ''],
    ['HT20260606000349', '纸鹤雨林包装有限公司', '设备通 365', 365, '980000', '6.8', 3, 'running', '2026-06-12'],
    ['HT20261108000386', '第五清和', '云仓租 180', 180, '310000', '5.85', 3, 'toStart', '2026-12-01'],
    ['', '欧阳砚秋', '稳盈租 360', 360, '90000', '7.2', 0, 'draft', ''],
    ['HT20260623000134', '银杏河外精工有限公司', '短租宝 90', 90, '760000', '4.5', 3, 'expired', '2026-06-29'],
    ['HT20260629000208', '蓝鲸骨瓷制造有限公司', '设备通 365', 365, '1080000', '6.8', 3, 'settled', '2026-07-05'],
    ['HT20260703000245', '海市蜃楼会展有限公司', '云仓租 180', 180, '330000', '5.85', 3, 'ending', '2026-07-09'],
  ] as const
)
  .flatMap((row, index, all) =>
    [0, all.length].map((shift) => ({
      no: row[0] && `${row[0].slice(0, -3)}${shift ? 1 + row[0].slice(-2) : 5 + row[0].slice(-2)}`,
      customer: row[1],
      product: row[2],
      days: row[3],
      amount: row[4],
      rate: row[5],
      flags: row[6],
      state: row[7],
      start: row[8],
      at: index + shift,
    })),
  )
  .sort((a, b) => a.at - b.at);
function keyOf(order: Order) {
  return order.no || order.customer + order.at;
}

const columns: Column<Order>[] = [
  {
    key: 'no',
    head: t('合同编号', 'Contract no.'),
    width: 156,
    pin: 'left',
    phone: 'code',
    cell: ({ no }) =>
      no ? <a href="#main">{no}</a> : <span className={text.caption}>{t('提交后生成', 'After submit')}</span>,
  },
  { key: 'customer', head: t('客户名称', 'Customer'), width: 180, phone: 'name', cell: (row) => row.customer },
  { key: 'product', head: t('产品名称', 'Product'), width: 104, phone: 'note', cell: (row) => row.product },
  { key: 'days', head: t('期限(天)', 'Term (days)'), width: 84, align: 'right', cell: (row) => row.days },
  {
    key: 'amount',
    head: t('总金额(元)', 'Amount (CNY)'),
    width: 130,
    align: 'right',
    sortable: true,
    phone: 'amount',
    cell: (row) => <Money value={row.amount} />,
  },
  { key: 'rate', head: t('年化利率', 'Rate'), width: 80, align: 'right', cell: (row) => <Percent value={row.rate} /> },
  {
    key: 'flags',
    head: t('凭·服·企', 'V · S · C'),
    width: 92,
    cell: (row) => (
      <Flags
        items={[t('凭证', 'Voucher'), t('服务方', 'Server'), t('企业', 'Company')].map((name, index) => ({
          label: `${name}: ${index < row.flags ? t('是', 'yes') : t('否', 'no')}`,
          on: index < row.flags,
        }))}
      />
    ),
  },
  {
    key: 'state',
    head: t('业务状态', 'State'),
    width: isEnglish ? 150 : 118,
    phone: 'state',
    cell: (row) => <Chip state={row.state} />,
  },
  { key: 'start', head: t('起租日期', 'Start'), width: 104, phone: 'date', cell: (row) => row.start || <Dash /> },
  { key: 'bank', head: t('开户银行', 'Bank'), width: 130, cell: () => '沧澜农商银行' },
  { key: 'card', head: t('银行卡号', 'Card'), width: 96, cell: () => '**** 2046' },
];

function Shell({ current, tall = false, children }: { current: string; tall?: boolean; children: ReactNode }) {
  return (
    <Frame
      isCollapsed={false}
      words={{
        skip: t('跳到内容', 'Skip to content'),
        menu: t('侧边菜单', 'Sidebar'),
        closeMenu: t('关闭菜单', 'Close menu'),
      }}
      nav={
        <NavTree
          label={t('侧边菜单', 'Sidebar')}
          brand={
            <>
              <Mark />
              <span>{t('融资租赁管理平台', 'LeaseDesk')}</span>
            </>
          }
          groups={[
            {
              key: 'lease',
              title: t('租赁业务', 'Leasing'),
              items: [
                { key: 'customer', label: t('客户管理', 'Customers'), icon: 'people', path: '/customer' },
                {
                  key: 'orders',
                  label: t('订单管理', 'Orders'),
                  icon: 'document-bullet-list',
                  children: [
                    { key: 'orders/list', label: t('订单列表', 'Order list'), path: '/list' },
                    { key: 'orders/pictures', label: t('订单图片', 'Pictures'), path: '/pictures' },
                  ],
                },
                { key: 'sign', label: t('合同签约', 'Contracts'), icon: 'signature', path: '/sign' },
                {
                  key: 'payment',
                  label: t('付款管理', 'Payments'),
                  icon: 'payment',
                  children: [{ key: 'payment/bench', label: t('付款工作台', 'Payment bench'), path: '/bench' }],
                },
                { key: 'product', label: t('产品目录', 'Products'), icon: 'box', path: '/product' },
              ],
            },
            {
              key: 'platform',
              title: t('平台', 'Platform'),
              items: [
                {
                  key: 'rights',
                  label: t('权限管理', 'Rights'),
                  icon: 'people-settings',
                  children: [{ key: 'rights/role', label: '-' }],
                },
                { key: 'settings', label: t('系统设置', 'Settings'), icon: 'settings', path: '/settings' },
              ],
            },
          ]}
          current={current}
          open="orders"
          onToggle={nothing}
          onGo={nothing}
          outsideLabel={t('在新窗口打开', 'opens in a new window')}
          emptyText=""
          foot={
            <>
              {t('租户', 'Tenant')} 000000 · 青屿融租
              <br />
              {t('业务日', 'Date')} 2026-11-20 · v1.0.0
            </>
          }
        />
      }
      top={
        <TopBar
          start={<IconButton icon="panel-left-contract" label={t('收起菜单', 'Fold menu')} />}
          menu={
            <TopMenu
              label={t('顶部菜单', 'Top menu')}
              current="lease"
              onPick={nothing}
              items={[
                { key: 'home', label: t('首页', 'Home'), icon: 'home' },
                { key: 'lease', label: t('业务', 'Business') },
                { key: 'flow', label: t('协同', 'Teamwork') },
                { key: 'platform', label: t('平台', 'Platform') },
              ]}
            />
          }
          search={
            <Finder
              variant="field"
              keys="Ctrl K"
              text=""
              onType={nothing}
              onChoose={nothing}
              groups={[]}
              words={{
                label: t('搜索菜单', 'Search menus'),
                hint: '',
                none: t('未找到匹配的菜单', 'No matching menus'),
                results: t('菜单', 'Menus'),
                found: (count) => String(count),
              }}
            />
          }
          end={
            <>
              <IconButton icon="color" label={t('主题颜色', 'Theme colour')} className={arrange.wideOnly}>
                <Swatch />
              </IconButton>
              <IconButton icon="paint-brush" label={t('主题', 'Theme')} className={arrange.wideOnly} />
              <IconButton icon="lock-closed" label={t('锁屏', 'Lock')} className={arrange.wideOnly} />
              <IconButton icon="full-screen-maximize" label={t('全屏', 'Full screen')} className={arrange.wideOnly} />
              <TopSeparator />
              <IconButton
                icon="bug"
                label={t('本地日志', 'Local log')}
                badge={3}
                badgeTone="quiet"
                className={arrange.wideOnly}
              />
              <IconButton icon="alert" label={t('通知，12 条未读', '12 unread')} badge={12} />
              <IconButton
                icon="local-language"
                label={t('语言：中文', 'Language: English')}
                className={arrange.wideOnly}
              />
              <TopSeparator />
              <UserBadge name="林予墨" note="E10284" initials="予墨" />
            </>
          }
        />
      }
      tabs={
        <TabStrip
          current={tall ? 'record' : 'list'}
          onClose={nothing}
          onMove={nothing}
          onMenu={nothing}
          words={{
            label: t('已打开的页面', 'Open pages'),
            close: (name) => `${t('关闭', 'Close')} ${name}`,
            dirty: t('有未保存内容', 'Unsaved'),
            pinned: t('已固定', 'Pinned'),
            more: (count) => t(`其余 ${count} 个标签页`, `${count} more tabs`),
          }}
          tabs={[
            { key: 'welcome', href: '/welcome', label: t('首页', 'Home'), icon: 'home', isHome: true, closable: false },
            { key: 'desk', href: '/desk', label: t('控制台', 'Desk'), pinned: true, closable: false },
            { key: 'list', href: '/list', label: t('订单列表', 'Order list'), closable: true },
            { key: 'record', href: '/record', label: 'HT20260509000208', closable: true },
            { key: 'new', href: '/new', label: t('新增订单', 'New order'), closable: true, dirty: true },
          ]}
          end={<IconButton icon="chevron-down" size="small" label={t('标签操作', 'Tab actions')} />}
        />
      }
    >
      {children}
    </Frame>
  );
}

function List() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(
    new Set(orders.filter((_, index) => index % 3 === 0).map(keyOf)),
  );
  const [current, setCurrent] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  return (
    <Page variant="fill">
      <PageTitle
        title={t('订单列表', 'Order list')}
        end={
          <>
            <span className={`${text.caption} ${arrange.wideOnly}`}>
              {t('筛选结果本金合计', 'Principal of the result')}
            </span>
            <strong>318,460,000.00 {t('元', 'CNY')}</strong>
          </>
        }
      >
        <ViewPills
          label={t('已存视图', 'Saved views')}
          current="all"
          onPick={nothing}
          items={[
            { key: 'all', label: t('全部', 'All'), count: '1,286' },
            { key: 'mine', label: t('待我处理', 'My queue'), count: 8 },
            { key: 'slow', label: t('签约超 3 天', 'Signing over 3 days'), count: 5 },
          ]}
        />
      </PageTitle>
      <Card variant="fill">
        <SearchPanel
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          onSearch={nothing}
          onClear={nothing}
          words={{
            search: t('搜索', 'Search'),
            clear: t('清空', 'Clear'),
            more: t('展开', 'More'),
            less: t('收起', 'Less'),
            label: t('搜索条件', 'Conditions'),
          }}
        >
          <SearchField label={t('客户名称', 'Customer')} htmlFor="q1">
            <TextInput id="q1" value="" onChange={nothing} placeholder={t('请输入 客户名称', 'Customer')} />
          </SearchField>
          <SearchField label={t('产品名称', 'Product')} htmlFor="q2">
            <SelectInput id="q2" value="1" onChange={nothing} options={[{ value: '1', label: '设备通 365' }]} />
          </SearchField>
          <SearchField label={t('起租日期', 'Start')} htmlFor="q3">
            <DateRange
              id="q3"
              value={{ from: '', to: '' }}
              onChange={nothing}
              words={{ from: t('开始日期', 'From'), to: t('结束日期', 'To'), pick: t('选择日期', 'Pick') }}
            />
          </SearchField>
          <SearchField label={t('联系电话', 'Phone')} htmlFor="q4">
            <TextInput id="q4" value="" onChange={nothing} />
          </SearchField>
        </SearchPanel>
        <Toolbar
          selection={
            <>
              <span>
                {t('已选', 'Picked')} <b>{picked.size}</b> {t('单', 'orders')}
              </span>
              <span className={arrange.wideOnly}>
                · {t('本金合计', 'Principal')} <Money value="5130000" strong />
              </span>
              <button type="button" className={text.link} onClick={() => setPicked(new Set())}>
                {t('清除', 'Clear')}
              </button>
            </>
          }
          end={
            <>
              <IconButton icon="arrow-clockwise" label={t('刷新', 'Refresh')} />
              <IconButton icon="text-density" label={t('行高：紧凑', 'Rows: compact')} />
              <IconButton icon="column-triple" label={t('列设置', 'Columns')} />
              <IconButton icon="filter" label={t('收起搜索', 'Fold search')} />
            </>
          }
        >
          <Button tone="primary" icon="add">
            {t('新增', 'New')}
          </Button>
          <Button icon="signature">{t('发起签约', 'Start signing')}</Button>
          <Button icon="delete" disabledReason={t('已起租的订单不能删除', 'Running orders stay')}>
            {t('删除', 'Delete')}
          </Button>
        </Toolbar>
        <DataTable
          caption={t('订单', 'Orders')}
          columns={columns}
          rows={orders}
          keyOf={keyOf}
          density="compact"
          empty={null}
          currentKey={current}
          onCurrent={setCurrent}
          sort={{ key: 'amount', desc: true }}
          onSort={nothing}
          isLate={(row) => row.state === 'expired'}
          selection={{
            picked,
            label: (row) => `${t('选择', 'Pick')} ${row.no}`,
            labelAll: t('全选本页', 'Pick all on this page'),
            onToggle: (row) => {
              const next = new Set(picked);
              if (!next.delete(keyOf(row))) next.add(keyOf(row));
              setPicked(next);
            },
            onToggleAll: (on) => setPicked(new Set(on ? orders.map(keyOf) : [])),
          }}
          actions={{
            head: t('操作', 'Actions'),
            more: t('更多操作', 'More'),
            of: () => [
              { key: 'view', label: t('查看', 'View'), onClick: nothing },
              { key: 'edit', label: t('编辑', 'Edit'), onClick: nothing },
              { key: 'sign', label: t('发起签约', 'Start signing'), icon: 'signature', onClick: nothing },
              {
                key: 'remove',
                label: t('删除', 'Delete'),
                icon: 'delete',
                onClick: nothing,
                disabled: t('已起租', 'Running'),
              },
            ],
          }}
        />
        <Pager
          total={1286}
          current={1}
          size={30}
          sizes={[10, 30, 50, 100, 200]}
          onChange={nothing}
          words={{
            total: (rows) => t(`共 ${rows.toLocaleString()} 条`, `${rows.toLocaleString()} rows`),
            perPage: (size) => t(`${size} 条/页`, `${size} per page`),
            goTo: t('前往', 'Go to page'),
            goToEnd: t('页', ''),
            page: t('页', 'page'),
            previous: t('上一页', 'Previous'),
            next: t('下一页', 'Next'),
          }}
        />
      </Card>
    </Page>
  );
}

function picture(colour: string) {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><rect x="8" y="8" width="144" height="84" rx="6" fill="${colour}"/></svg>`)}`;
}

const planColumns: Column<{ at: number; date: string; principal: string; due: string; state: State }>[] = [
  { key: 'at', head: t('期数', 'Term'), width: 64, align: 'right', cell: ({ at }) => `${at}/12` },
  { key: 'date', head: t('应付日期', 'Due'), width: 120, cell: ({ date }) => date },
  { key: 'rent', head: t('月租(元)', 'Rent (CNY)'), align: 'right', cell: () => <Money value="3000" /> },
  {
    key: 'principal',
    head: t('本金(元)', 'Principal (CNY)'),
    align: 'right',
    cell: ({ principal }) => <Money value={principal} />,
  },
  {
    key: 'due',
    head: t('应付金额(元)', 'Payable (CNY)'),
    align: 'right',
    cell: ({ due }) => <Money value={due} strong />,
  },
  {
    key: 'state',
    head: t('状态', 'State'),
    width: 120,
    cell: ({ at }) =>
      at < 6 ? (
        <StatusChip tone="success" glyph="checkmark-circle">
          {t('已付', 'Paid')}
        </StatusChip>
      ) : at === 6 ? (
        <StatusChip tone="danger" glyph="warning">
          {t('逾期 5 天', '5 days late')}
        </StatusChip>
      ) : (
        <StatusChip tone="neutral" glyph="clock">
          {t('待付', 'Due')}
        </StatusChip>
      ),
  },
];

function RecordScreen() {
  return (
    <Page>
      <Card>
        <RecordHead
          title="HT20260509000208"
          back={{ label: t('返回列表', 'Back'), to: '/list' }}
          end={
            <>
              <span className={text.caption}>3 / 1,286</span>
              <IconButton icon="chevron-up" label={t('上一单', 'Previous')} />
              <IconButton icon="chevron-down" label={t('下一单', 'Next')} />
              <Button>{t('提前终止', 'End early')}</Button>
              <Button tone="primary" icon="send">
                {t('重发签约链接', 'Send link again')}
              </Button>
            </>
          }
        >
          <IconButton icon="copy" size="small" label={t('复制', 'Copy')} />
          <Chip state="running" />
          <StatusChip tone="warning" glyph="pen">
            {t('补充协议待客户签署', 'Supplement to be signed')}
          </StatusChip>
        </RecordHead>
        <Figures
          items={[
            { label: t('总金额(元)', 'Amount (CNY)'), value: <Money value="500000" />, large: true },
            { label: t('应付合计(元)', 'Payable (CNY)'), value: <Money value="536000" />, large: true },
            { label: t('客户', 'Customer'), value: '鲸落冷链有限公司' },
            { label: t('产品', 'Product'), value: '稳盈租 360' },
            { label: t('年化利率 · 期限', 'Rate · term'), value: t('7.20% · 360 天', '7.20% · 360 days') },
            { label: t('起租 → 到期', 'Start → end'), value: '2026-05-15 → 2027-05-10' },
          ]}
        />
        <StateBar
          label={t('订单进度', 'Progress')}
          steps={[
            {
              key: '1',
              title: t('录入', 'Entry'),
              lines: [t('待完善', 'Incomplete'), '05-09 09:12 林予墨'],
              state: 'done',
              weight: 0.75,
            },
            {
              key: '2',
              title: t('打款', 'Payment'),
              lines: [t('待打款 → 待确认凭证', 'Awaiting → voucher'), '05-12 10:26 周启岚'],
              state: 'done',
            },
            {
              key: '3',
              title: t('签约', 'Signing'),
              lines: [t('待签约 → 签约中', 'To sign → signing'), '05-14 16:08'],
              state: 'done',
            },
            {
              key: '4',
              title: t('履约', 'In force'),
              note: t('第 190 天 / 360 天', 'day 190 of 360'),
              lines: [t('已付 5 / 12 期，逾期 1 期', '5 of 12 paid, 1 late')],
              state: 'current',
              share: 190 / 360,
              weight: 1.9,
            },
            {
              key: '5',
              title: t('结束', 'End'),
              lines: [t('已结清', 'Settled'), t('已取消', 'Cancelled')],
              state: 'todo',
              weight: 1.5,
            },
          ]}
        />
      </Card>
      <div className={arrange.aside}>
        <div>
          <Card
            variant="flush"
            title={t('付款计划', 'Payment plan')}
            note={
              <StatusChip tone="neutral" glyph="layer">
                {t('计划版本 1', 'Version 1')}
              </StatusChip>
            }
            aside={
              <>
                <Segments
                  label={t('分组', 'Grouping')}
                  current="term"
                  onPick={nothing}
                  items={[
                    { key: 'term', label: t('按期', 'By term') },
                    { key: 'year', label: t('按年', 'By year') },
                  ]}
                />
                <Button size="small" icon="arrow-download">
                  {t('导出', 'Export')}
                </Button>
              </>
            }
          >
            <div style={{ padding: '0 16px 12px' }}>
              <Workings
                items={[
                  [
                    t('总租金 R', 'Rent R'),
                    <>
                      500,000.00 × 7.2% × 360 ÷ 360 = <b key="r">36,000.00</b>
                    </>,
                  ],
                  [
                    t('每期 m', 'Per term m'),
                    <>
                      36,000.00 ÷ 12 = <b key="m">3,000.00</b>
                    </>,
                  ],
                ]}
              />
            </div>
            <DataTable
              caption={t('付款计划', 'Payment plan')}
              columns={planColumns}
              rows={Array.from({ length: 12 }, (_, index) => ({
                at: index + 1,
                date: `2026-${String(index + 1).padStart(2, '0')}-15`,
                principal: index === 11 ? '500000' : '',
                due: index === 11 ? '503000' : '3000',
                state: 'running' as const,
              }))}
              keyOf={({ at }) => String(at)}
              isLate={({ at }) => at === 6}
              density="compact"
              empty={null}
            />
          </Card>
          <Card title={t('影像与识别', 'Pictures')}>
            <PictureSlots
              words={{
                upload: t('上传', 'Upload'),
                replace: t('替换', 'Replace'),
                open: (name) => name,
                remove: (name) => `${t('移除', 'Remove')} ${name}`,
              }}
              onUpload={nothing}
              onRemove={nothing}
              groups={[
                {
                  key: 'id',
                  slots: [
                    {
                      key: 'a',
                      index: 0,
                      name: t('身份证人像面', 'Identity card front'),
                      picture: {
                        url: picture('#a9d3f2'),
                        verdict: <Verdict tone="good">{t('采用 6 / 6 项', '6 of 6 taken')}</Verdict>,
                      },
                    },
                    {
                      key: 'b',
                      index: 0,
                      name: t('身份证国徽面', 'Identity card back'),
                      picture: {
                        url: picture('#ffddb3'),
                        verdict: <Verdict tone="warning">{t('26 天后到期', '26 days left')}</Verdict>,
                      },
                    },
                    { key: 'c', index: 0, name: t('银行卡', 'Bank card'), picture: { url: picture('#9bd9db') } },
                    { key: 'd', index: 0, name: t('打款凭证', 'Voucher'), picture: null },
                  ],
                },
              ]}
            />
          </Card>
        </div>
        <div>
          <Card
            title={t('合同签约', 'Contracts')}
            aside={<span className={text.caption}>{t('3 份，1 份待签', '3, 1 waiting')}</span>}
          >
            {[true, false].map((isHot) => (
              <SigningCard
                key={String(isHot)}
                isHot={isHot}
                title={isHot ? t('补充协议', 'Supplement') : t('租赁合同', 'Lease contract')}
                chip={
                  <StatusChip tone={isHot ? 'warning' : 'success'} glyph={isHot ? 'pen' : 'checkmark-circle'}>
                    {isHot ? t('待客户签署', 'Customer to sign') : t('已完成', 'Complete')}
                  </StatusChip>
                }
                note="HT20260509000208-03"
                parties={[
                  { key: 's', label: t('服务方', 'Server'), note: '11-17 09:30', on: true },
                  { key: 'c', label: t('企业', 'Company'), note: '11-17 09:30', on: true },
                  {
                    key: 'p',
                    label: t('客户', 'Customer'),
                    note: isHot ? t('已读未签', 'Read') : '05-14 16:08',
                    on: !isHot,
                  },
                ]}
                verdict={
                  isHot ? (
                    <Verdict tone="warning">{t('等待 3 天', 'Waiting 3 days')}</Verdict>
                  ) : (
                    <Verdict tone="good">{t('验签完整', 'Seal intact')}</Verdict>
                  )
                }
                actions={<a href="#main">{t('预览', 'Preview')}</a>}
              />
            ))}
          </Card>
          <Card
            title={t('变更与时间线', 'Timeline')}
            aside={
              <Segments
                label={t('筛选', 'Filter')}
                current="all"
                onPick={nothing}
                items={[
                  { key: 'all', label: t('全部', 'All') },
                  { key: 'sign', label: t('签约', 'Signing') },
                ]}
              />
            }
          >
            <Timeline
              items={[
                {
                  id: '1',
                  glyph: 'mail',
                  tone: 'plain',
                  title: t('客户已打开补充协议', 'Customer opened the supplement'),
                  time: '2026-11-17 14:22',
                  by: t('短信', 'SMS'),
                },
                {
                  id: '2',
                  glyph: 'warning-f',
                  tone: 'bad',
                  title: t('第 6 期逾期', 'Term 6 late'),
                  time: '2026-11-16 00:05',
                  by: t('系统', 'System'),
                  detail: t('应付 3,000.00，自 2026-11-16 起计 5 天', '3,000.00 due, 5 days'),
                },
                {
                  id: '3',
                  glyph: 'edit',
                  tone: 'plain',
                  title: t('变更收款账户', 'Account changed'),
                  time: '2026-11-13 16:41',
                  by: '周启岚',
                  detail: <Change from="云州商业银行" to="沧澜农商银行" />,
                },
                {
                  id: '4',
                  glyph: 'signature',
                  tone: 'plain',
                  title: t('租赁合同签署完成', 'Contract signed'),
                  time: '2026-05-14 16:08',
                },
              ]}
            />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function Form() {
  const [amount, setAmount] = useState('310000');
  const [way, setWay] = useState('1');
  const [text, setText] = useState('');
  return (
    <Page>
      <PageTitle
        title={t('新增订单', 'New order')}
        end={
          <>
            <Button>{t('保存草稿', 'Save draft')}</Button>
            <Button tone="primary" keys="Ctrl ↵">
              {t('提交，进入待打款', 'Submit')}
            </Button>
          </>
        }
      >
        <StatusChip tone="neutral" glyph="checkmark-circle">
          {t('草稿已自动保存 14:32', 'Draft saved 14:32')}
        </StatusChip>
      </PageTitle>
      <div className={arrange.aside} style={{ gridTemplateColumns: 'minmax(0,1fr) 460px' }}>
        <div>
          <Card title={t('客户', 'Customer')} icon="people">
            <div className={arrange.fields}>
              <FormField
                label={t('客户名称', 'Customer')}
                required
                helpTone="good"
                help={t('已认证 · 在租 2 单', 'Verified · 2 running')}
              >
                <ComboInput
                  value="1"
                  label="极光末班车租赁有限公司"
                  options={['极光末班车租赁有限公司', '鲸落冷链有限公司', '月背环形山采石有限公司']
                    .filter((name) => name.includes(text))
                    .map((name, index) => ({ value: String(index + 1), label: name, note: `150****611${index}` }))}
                  onQuery={setText}
                  onPick={nothing}
                  words={{
                    none: t('没有找到', 'Nothing found'),
                    found: (count) => `${count}`,
                    clear: t('清除', 'Clear'),
                  }}
                />
              </FormField>
              <FormField label={t('联系电话', 'Phone')}>
                <TextInput value="150****6112" onChange={nothing} readOnly />
              </FormField>
            </div>
          </Card>
          <Card title={t('产品与金额', 'Product and amount')} icon="box">
            <div className={arrange.fields}>
              <FormField
                label={t('产品名称', 'Product')}
                required
                help={t('期限 365 天 · 每份 10,000.00 元', '365 days · 10,000.00 per share')}
              >
                <SelectInput value="1" onChange={nothing} options={[{ value: '1', label: '设备通 365  LP-EQ-365' }]} />
              </FormField>
              <FormField
                label={t('总金额(元)', 'Amount (CNY)')}
                required
                help={t('叁拾壹万元整 · 须为每份金额的整倍数', 'A multiple of the share')}
              >
                <MoneyInput value={amount} onChange={setAmount} suffix={t('31 份 × 10,000.00', '31 × 10,000.00')} />
              </FormField>
              <FormField label={t('月租领取方式', 'Rent')} as="group">
                <Radios
                  value={way}
                  onChange={setWay}
                  options={[
                    { value: '0', label: t('按月', 'Monthly') },
                    { value: '1', label: t('到期', 'At maturity') },
                  ]}
                />
              </FormField>
              <FormField label={t('年化利率', 'Rate')}>
                <div className={arrange.pair}>
                  <NumberInput value="7.00" onChange={nothing} suffix="%" readOnly />
                  <TextInput value="365" onChange={nothing} suffix={t('计息基准', 'basis')} readOnly id="basis" />
                </div>
              </FormField>
              <FormField label={t('起租日期', 'Start')} help={t('留空时取凭证确认次日', 'Empty: the day after')}>
                <DateInput value="2026-12-01" onChange={nothing} pickLabel={t('选择日期', 'Pick a date')} />
              </FormField>
            </div>
          </Card>
          <Card
            title={t('收款账户', 'Account')}
            icon="building-bank"
            aside={
              <Button size="small" icon="scan-text">
                {t('识别银行卡', 'Read card')}
              </Button>
            }
          >
            <div className={arrange.fields}>
              <FormField
                label={t('银行卡号', 'Card')}
                required
                warning={t('卡号校验未通过，请核对。', 'The check digit does not fit.')}
              >
                <TextInput value="6222 0212 3456 7890 123" onChange={nothing} />
              </FormField>
              <FormField label={t('开户银行', 'Bank')} required problem={t('请选择开户银行', 'Choose a bank')}>
                <SelectInput value="" onChange={nothing} placeholder={t('请选择 开户银行', 'Bank')} options={[]} />
              </FormField>
              <FormField label={t('备注', 'Note')}>
                <TextArea
                  value=""
                  onChange={nothing}
                  placeholder={t('请输入 备注，最多 500 字', 'Note, 500 characters')}
                />
              </FormField>
            </div>
          </Card>
        </div>
        <Card
          title={t('付款计划预览', 'Plan')}
          note={
            <StatusChip tone="brand" glyph="data-trending">
              {t('实时试算，未保存', 'Live, not saved')}
            </StatusChip>
          }
        >
          <RadioCards
            label={t('月租领取方式', 'Rent')}
            value={way}
            onChange={setWay}
            options={[
              {
                value: '0',
                label: t('按月', 'Monthly'),
                aside: t('12 期', '12'),
                figure: '331,700.00',
                note: t('每期 1,808.33 · 总租金 21,700.00', '1,808.33 each'),
              },
              {
                value: '1',
                label: t('到期', 'At maturity'),
                aside: t('1 期', '1'),
                figure: '331,700.00',
                note: t('一次付清', 'Once'),
              },
            ]}
          />
          <div style={{ height: 12 }} />
          <Workings items={[[t('总租金 R', 'Rent R'), '310,000.00 × 7% × 365 ÷ 365 = 21,700.00']]} />
        </Card>
      </div>
    </Page>
  );
}

const weeks: DueDay[][] = Array.from({ length: 6 }, (_, week) =>
  Array.from({ length: 7 }, (_, weekday) => {
    const day = week * 7 + weekday - 5;
    const inMonth = day >= 1 && day <= 30;
    const isBusy = inMonth && weekday < 5;
    const state = day === 15 ? 'overdue' : !isBusy ? 'none' : day < 20 ? 'paid' : 'due';
    return {
      date: `2026-11-${day}`,
      day: day < 1 ? day + 31 : day > 30 ? day - 30 : day,
      inMonth,
      isToday: day === 20,
      isPicked: day === 15 || day === 20,
      count: (day * 7) % 23,
      amountText: state === 'none' ? '' : t(`${(day * 4.3).toFixed(1)}万`, `${(day * 43).toFixed(0)}k`),
      state,
      label: `2026-11-${day}`,
    } as const;
  }),
);

function Payments() {
  return (
    <Page variant="fill">
      <PageTitle
        title={t('付款工作台', 'Payment bench')}
        end={<Button icon="arrow-upload">{t('导入银行回盘', 'Import answer')}</Button>}
      >
        <Steps
          label={t('步骤', 'Steps')}
          current={1}
          steps={[t('选期次', 'Pick'), t('试算', 'Try'), t('确认', 'Confirm'), t('批次与回单', 'Batches')]}
        />
      </PageTitle>
      <div style={{ display: 'grid', gridTemplateColumns: '332px minmax(0,1fr)', gap: 12, flex: 1, minHeight: 0 }}>
        <div>
          <DueCalendar
            month={t('2026 年 11 月', 'November 2026')}
            weeks={weeks}
            onPick={nothing}
            onMonth={nothing}
            onToday={nothing}
            isFolded={false}
            onFold={nothing}
            words={{
              fold: t('收起日历', 'Collapse calendar'),
              unfold: t('展开日历', 'Expand calendar'),
              previous: t('上月', 'Previous'),
              next: t('下月', 'Next'),
              today: t('今天', 'Today'),
              weekdays: isEnglish ? ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] : [...'一二三四五六日'],
              paid: t('已付清', 'Paid'),
              overdue: t('有逾期', 'Late'),
              count: t('数字 = 待付笔数', 'Number = still due'),
              more: t('按住 Ctrl 可多选', 'Ctrl-click to multi-select'),
            }}
          />
          <div style={{ height: 12 }} />
          <Card title={t('应付概览', 'Payable')}>
            <KeyValues
              items={[
                [t('今日待付', 'Today'), <Money key="a" value="894232.91" strong />],
                [t('逾期未付', 'Late'), <Money key="b" value="187200" strong />],
              ]}
            />
          </Card>
        </div>
        <Card variant="fill" title={t('11-15 与 11-20 到期', 'Due 11-15 and 11-20')} note={t('18 笔', '18')}>
          <DataTable
            caption={t('到期', 'Due')}
            columns={columns.slice(0, 6)}
            rows={orders.slice(0, 9)}
            keyOf={keyOf}
            density="comfortable"
            empty={null}
          />
        </Card>
      </div>
    </Page>
  );
}

function States() {
  const [open, setOpen] = useState(wanted.get('open') ?? '');
  return (
    <Page>
      <PageTitle
        title={t('状态样张', 'States')}
        end={
          <>
            <Button onClick={() => setOpen('dialog')}>dialog</Button>
            <Button onClick={() => setOpen('confirm')}>confirm</Button>
          </>
        }
      />
      <Card title={t('业务状态', 'States')}>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
          {(Object.keys(states) as State[]).map((state) => (
            <Chip key={state} state={state} />
          ))}
        </div>
      </Card>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit,minmax(260px,1fr))', gap: 12 }}>
        <Card>
          <EmptyState
            kind="never"
            title={t('暂无数据', 'No data')}
            text={t('还没有付款计划，起租后自动生成', 'Made at start')}
          >
            <Button>{t('去订单列表', 'Orders')}</Button>
          </EmptyState>
        </Card>
        <Card>
          <EmptyState kind="filtered" title={t('没有符合条件的订单', 'Nothing fits')}>
            <RemovableChip removeLabel={t('去掉', 'Remove')} onRemove={nothing}>
              {t('已到期', 'Matured')}
            </RemovableChip>
            <Button>{t('清空条件', 'Clear')}</Button>
          </EmptyState>
        </Card>
        <Card>
          <CardSkeleton lines={5} />
        </Card>
        <Card>
          <EmptyState
            kind="network"
            title={t('无法连接服务器', 'Can’t reach the server')}
            text={t('条件与已选行都在', 'Nothing is lost')}
          >
            <Button tone="primary" icon="arrow-clockwise">
              {t('重试', 'Retry')}
            </Button>
          </EmptyState>
        </Card>
      </div>
      <Card>
        <EmptyState
          kind="forbidden"
          title={t('暂无权限查看「审计日志」', 'No right to see the audit log')}
          text={
            <>
              {t('缺少菜单权限', 'Missing')} <span className={text.code}>audit_log</span>
            </>
          }
        >
          <Button tone="primary">{t('申请权限', 'Ask for it')}</Button>
        </EmptyState>
      </Card>
      <MessageBar
        tone="danger"
        action={
          <button type="button" className={text.link}>
            {t('重试', 'Retry')}
          </button>
        }
      >
        {t('应付账龄未能加载。', 'Not loaded.')}
      </MessageBar>
      <MessageBar tone="warning">{t('网络已断开', 'Offline')}</MessageBar>
      <MessageBar tone="info">{t('新版本已就绪', 'New version')}</MessageBar>
      <div style={{ display: 'flex', gap: 8 }}>
        <Button icon="signature" disabledReason={t('打款凭证尚未确认', 'Voucher not confirmed')}>
          {t('发起签约', 'Start signing')}
        </Button>
        <Button tone="danger">{t('删除 3 单', 'Delete 3')}</Button>
        <Button tone="subtle">{t('放弃修改', 'Discard')}</Button>
        <Button tone="primary" size="large">
          {t('确认付款 16 笔', 'Pay 16')}
        </Button>
        <Icon name="info" label="info" />
      </div>
      <Toasts
        closeLabel={t('关闭', 'Close')}
        onClose={nothing}
        items={[
          { id: '1', tone: 'success', text: t('更新成功', 'Updated'), detail: 'HT20260509000208' },
          { id: '2', tone: 'warning', text: t('请选择至少一条数据', 'Pick a row') },
          {
            id: '3',
            tone: 'error',
            text: t('订单状态不允许变更', 'Not allowed'),
            detail: t('追踪号 7f3a91c2', 'trace 7f3a91c2'),
            action: { label: t('复制', 'Copy'), onClick: nothing },
          },
        ]}
      />
      {open === 'dialog' && (
        <Dialog
          title={t('编辑产品', 'Edit product')}
          size={600}
          onClose={() => setOpen('')}
          closeLabel={t('关闭', 'Close')}
          summary={<span className={text.caption}>{t('2 处修改', '2 changes')}</span>}
          footer={
            <>
              <Button onClick={() => setOpen('')}>{t('取消', 'Cancel')}</Button>
              <Button tone="primary">{t('保存', 'Save')}</Button>
            </>
          }
        >
          <div className={arrange.fields}>
            <FormField layout="above" label={t('产品名称', 'Name')} required>
              <TextInput value="设备通 365" onChange={nothing} />
            </FormField>
            <FormField layout="above" label={t('年化利率', 'Rate')}>
              <NumberInput value="7.00" onChange={nothing} suffix="%" />
            </FormField>
          </div>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          danger
          title={t('提示', 'Please confirm')}
          text={t('确定将选择数据删除?', 'Delete what is picked?')}
          detail={t('将删除 3 单，本金合计 510,000.00 元。', '3 orders, 510,000.00 CNY.')}
          confirmLabel={t('删除 3 单', 'Delete 3')}
          cancelLabel={t('取消', 'Cancel')}
          onAnswer={() => setOpen('')}
        />
      )}
    </Page>
  );
}

function Login() {
  return (
    <LoginPage
      language={isEnglish ? 'en' : 'zh'}
      mode="user"
      modes={['user', 'phone', 'social', 'sso']}
      tenantName={t('青屿融租（演示）', 'Qingyu Leasing (demo)')}
      tenantHint="000000"
      isBusy={false}
      error={wanted.get('error') ?? ''}
      problems={wanted.has('error') ? { username: t('请输入账号', 'Account is required') } : {}}
      draft={{ tenantId: '', username: '', password: '', captcha: '', phone: '', smsCode: '' }}
      focus={{ on: 'username', turn: 0 }}
      captcha={{ image: picture('#cfe4fd'), onRenew: nothing }}
      sms={{ label: '', isWaiting: false, onSend: nothing }}
      providers={[]}
      hasSubmit
      onMode={nothing}
      onEdit={nothing}
      onSubmit={nothing}
      onLanguage={nothing}
      words={{
        ...(isEnglish ? first.en! : first.zh!).login,
        product: t('融资租赁管理平台', 'LeaseDesk'),
        points: [
          t('密码加密传输', 'Encrypted passwords'),
          t('操作全程留痕', 'Every action traced'),
          t('闲置自动锁屏', 'Locks when idle'),
        ],
        mode: {
          user: t('账号登录', 'Account'),
          phone: t('手机登录', 'Phone'),
          social: t('第三方登录', 'Third party'),
          sso: t('单点登录', 'SSO'),
        },
        version: 'LeaseDesk v1.0.0',
      }}
    />
  );
}

function Sign() {
  const [isAgreed, setAgreed] = useState(false);
  const [image, setImage] = useState<string | null>(null);
  const [hasReadAll, setReadAll] = useState(false);
  return (
    <SignPage
      tenant={{ initial: '屿', name: t('青屿融租（演示）', 'Qingyu Leasing (demo)') }}
      title={t('补充协议', 'Supplement')}
      note={t('HT20260509000208-03 · 请在 2026-11-24 前签署', 'HT20260509000208-03 · until 2026-11-24')}
      steps={[t('身份核验', 'Identity'), t('阅读合同', 'Reading'), t('签名', 'Signing')]}
      current={2}
      document={
        <>
          <h2>{t('租赁合同之补充协议', 'Supplement to the lease')}</h2>
          {Array.from({ length: 4 }, (_, index) => (
            <p key={String(index)}>
              {t(
                '双方就合同 HT20260509000208-02 项下收款账户变更事宜，经协商一致，达成如下补充。',
                'Both parties agree to change the account.',
              )}
            </p>
          ))}
        </>
      }
      hasReadAll={hasReadAll}
      onReadAll={() => setReadAll(true)}
      signature={{
        onChange: setImage,
        label: t('请在框内签名', 'Sign in the box'),
        clearLabel: t('清除重写', 'Clear'),
        signer: '钟离安澜',
        words: { draw: t('手写', 'Draw'), type: t('输入', 'Type'), typeHint: t('请输入姓名', 'Your name') },
      }}
      isAgreed={isAgreed}
      onAgree={setAgreed}
      agreement={t(
        '我已完整阅读并同意以上合同，使用电子签名签署，其效力与手写签名一致。',
        'I have read and agree to the contract.',
      )}
      notYet={
        !hasReadAll
          ? t('请先读完合同', 'Read to the end first')
          : !image
            ? t('请先签名', 'Sign first')
            : !isAgreed
              ? t('请先同意', 'Agree first')
              : ''
      }
      busy={false}
      error=""
      onGo={nothing}
      onRefuse={nothing}
      badge={t('电子签约', 'E-signing')}
      words={{
        steps: t('步骤', 'Steps'),
        document: t('合同正文', 'Contract'),
        readAll: t('已读至末页', 'Read to the end'),
        notReadAll: t('请阅读至末页', 'Please read to the end'),
        toEnd: t('跳至末页', 'To the end'),
        readAgain: t('重新阅读', 'Read again'),
        go: t('确认签署', 'Sign'),
        refuse: t('拒绝签署', 'Refuse'),
        trace: t('全程留痕，可随时验签', 'Traced, can be verified'),
      }}
    />
  );
}

const screens: Record<string, ReactNode> = {
  list: (
    <Shell current="/list">
      <List />
    </Shell>
  ),
  record: (
    <Shell current="/list" tall>
      <RecordScreen />
    </Shell>
  ),
  form: (
    <Shell current="/list">
      <Form />
    </Shell>
  ),
  payments: (
    <Shell current="/bench">
      <Payments />
    </Shell>
  ),
  states: (
    <Shell current="/list">
      <States />
    </Shell>
  ),
};
const screen = wanted.get('screen') ?? 'list';
document.documentElement.dataset.mode = mode;
document.documentElement.lang = isEnglish ? 'en' : 'zh-CN';
const root = createRoot(document.body.appendChild(document.createElement('div')));
if (screen === 'login') root.render(<Login />);
else if (screen === 'sign') root.render(<Sign />);
else {
  root.render(
    <Themed theme={themeOf(wanted.get('theme') ?? 'default', mode)}>
      <MemoryRouter>{screens[screen]}</MemoryRouter>
    </Themed>,
  );
}
