/** Refusals of jobs; part of `refusals`. */
export const jobRefusals = {
  'job.unknownHandler': [
    '没有处理器“{key}”。可用的处理器：{known}',
    'There is no handler “{key}”. Those there are: {known}',
  ],
  'job.serverFixed': ['任务服务不能修改', 'The job server can’t be changed'],
  'job.builtIn': [
    '内置任务不能删除，可以暂停',
    'A job that is shipped with the product can’t be deleted. You can pause it.',
  ],
  'job.builtInHandler': ['内置任务的处理器不能修改', 'The handler of a shipped job can’t be changed'],
  'job.embeddedServer': ['内置调度不能删除', 'The built-in scheduler can’t be deleted'],
  'job.embeddedOne': [
    '内置调度只能修改名称与备注',
    'Only the name and the remark of the built-in scheduler can be changed',
  ],
  'job.badAddress': ['服务地址不正确或不允许访问：{text}', 'The address is invalid or may not be called: {text}'],
  'job.gone': ['任务已删除，不能重新运行', 'The job has been deleted, so it can’t be run again'],
  'job.noBackupFolder': [
    '未设置备份目录，请管理员设置环境变量 BACKUP_DIR',
    'No folder for backups is set. The operator sets it with BACKUP_DIR.',
  ],
  'job.incompleteBackup': [
    '备份缺少数据库引用的文件：{path}，缺失的文件见运行日志',
    'The backup lacks files that the database refers to: {path}; see the output of the run',
  ],
  'job.brokenRules': ['发现 {count} 处不符，详见运行日志', 'Found {count} differences; see the output of the run'],
  'job.brokenChain': ['审计记录校验未通过：{text}', 'The audit trail could not be verified: {text}'],
  'job.outputHidden': [
    '该任务的输出含有您的数据权限之外的内容，仅不受数据权限限制的人员可查看',
    'The output of this job may name records outside your data scope. Only people without data scopes can read it.',
  ],
  'job.partsFailed': ['{count} 项失败，详见运行日志', '{count} parts failed; see the output of the run'],
  'job.asked': ['按参数要求失败（第 {attempt} 次执行）', 'Failed as asked (attempt {attempt})'],
} as const;
