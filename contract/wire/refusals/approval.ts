/** Refusals of approvals; part of `refusals`. */
export const approvalRefusals = {
  'approval.pending': [
    '该单据正在审批中（{act}），审批结束前不能操作',
    'This record is in approval ({act}) and cannot be changed until that is decided',
  ],
  'approval.noProcess': [
    '审批规则“{act}”的流程“{key}”未部署或已挂起，请联系管理员',
    'The process “{key}” of the approval rule “{act}” is not deployed or is suspended. Contact your administrator.',
  ],
  'approval.badProcess': [
    '流程“{key}”未部署、已挂起或没有人工步骤，不能用于审批',
    'The process “{key}” is not deployed, is suspended or has no step for people, so it can’t decide',
  ],
  'approval.processNeeded': [
    '审批规则“{acts}”正在使用流程“{key}”，请先停用规则或改用其他流程',
    'The process “{key}” is used by the approval rule “{acts}”. Switch that off or choose another process first.',
  ],
  'approval.versionNeeded': [
    '审批规则“{acts}”正在使用流程“{key}”的最新版本，删除后将改用旧版本。请先部署新版本，或为规则改选其他流程',
    'The approval rule “{acts}” uses the latest version of the process “{key}”, and an older one would take its place. Deploy a new version first, or choose another process for the rule.',
  ],
  'approval.versionAlone': [
    '流程“{key}”由审批规则“{acts}”使用，新版本须经他人审批，请单独上传，并只选择本租户。本次未部署任何流程',
    'The process “{key}” is used by the approval rule “{acts}”, and another person decides on a new version. Upload it alone and for your own tenant only. Nothing was deployed.',
  ],
  'approval.theirProcess': [
    '租户 {tenantId} 的审批规则“{acts}”正在使用流程“{key}”，新版本须由该租户部署',
    'The process “{key}” is used by the approval rule “{acts}” of the tenant {tenantId}, which has to deploy a new version itself',
  ],
  'approval.noneDecides': [
    '流程“{key}”没有由有权审批“{acts}”的人员办理的步骤，不能用于该审批规则',
    'No step of the process “{key}” is for people with the right to approve “{acts}”, so the rule can’t use it',
  ],
  'approval.alone': [
    '没有其他人可以审批该操作，请联系管理员授权或关闭审批规则“{act}”',
    'No one else can approve this. Ask your administrator for approvers, or to switch off the approval rule “{act}”.',
  ],
  'approval.beyondLimit': [
    '金额 {amount} 元超过您的限额 {limit} 元，请由限额更高的人员办理',
    'CNY {amount} is beyond your limit of CNY {limit}. Ask someone with a higher one to do this.',
  ],
  'approval.makerGone': [
    '申请人已停用或不再有权执行该操作，请驳回',
    'The person who asked for this is disabled or no longer has the right to do it. Reject the request.',
  ],
  'approval.notDecider': [
    '须由有权审批“{act}”且可查看该单据的其他人员同意，您的同意不能使其通过',
    'Someone else with the right to approve “{act}” who can see the record has to agree. Your approval is not enough.',
  ],
  'approval.sameHands': [
    '您与经办人的账号在近 {days} 天内由同一人创建、审核、重置密码或更换手机号，或经其设置的短信服务登录，请由其他人员办理',
    'Within the last {days} days one person created, approved or reset your account and that of the person who entered or asked for this, changed its mobile number, or chose the SMS service by which it signed in. Someone else has to do this.',
  ],
  'approval.notMaker': ['只能撤回自己发起的申请', 'Only the person who asked can withdraw this'],
} as const;
