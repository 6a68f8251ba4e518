/**
 * The users' guide in Chinese: an embedded subset of Noto Sans SC, a ruled table, numbered steps.
 * Out: the PDF's bytes.
 */
import { Flow, type Sheet } from '../flow.ts';
import { A4, addPage, CHINESE, createPaper, finish } from '../paper.ts';
import { drawLine } from '../text.ts';

const face = CHINESE;
type Pdf = PDFKit.PDFDocument;

function dress(pdf: Pdf, number: number): Sheet {
  addPage(pdf);
  const style = { font: face.regular, size: 9, leading: 12, colour: '#555555' };
  drawLine(pdf, '哈罗米尔供热公司 · 用户手册（2025年版）', 68, 48, style);
  pdf
    .moveTo(68, 55)
    .lineTo(A4.width - 68, 55)
    .lineWidth(0.5)
    .strokeColor('#aaaaaa')
    .stroke();
  drawLine(pdf, `第 ${number} 页`, 68, 802, { ...style, align: 'center' }, A4.width - 136);
  return { area: [68, 76, A4.width - 68, 780], columns: 1, gutter: 0 };
}

function service(flow: Flow): void {
  flow.heading('供热用户手册');
  flow.paragraph(
    '感谢您使用城市集中供热。本手册说明供热时间、室内温度标准、报修办法和收费规定，请妥善保存。手册用中文和英文各印一册，两种文本如有不一致，以英文文本为准。',
  );
  flow.heading('一、供热时间', 2);
  flow.paragraph(
    '采暖期从每年十月十五日开始，到次年四月十日结束。如果连续三天日平均气温低于十度，可以提前供热，但最多提前七天。生活热水全年供应，每年六月的第二个星期停水检修四天，检修日期提前三十天张贴在楼门口。',
  );
  flow.heading('二、室内温度', 2);
  flow.paragraph(
    '采暖期内，在门窗关闭的条件下，各房间的温度不应低于下表的数值。测量时温度计放在房间中央，离地面一米四，避开阳光和灯具，等待十五分钟后读数。',
  );
  flow.table('表1　各类房间的最低温度', {
    rules: 'grid',
    size: 10,
    columns: [
      { header: '房间', share: 2, align: 'left' },
      { header: '白天（摄氏度）', share: 1, align: 'right' },
      { header: '夜间（摄氏度）', share: 1, align: 'right' },
    ],
    rows: [
      ['客厅、卧室', '20', '18'],
      ['浴室', '24', '21'],
      ['厨房', '18', '16'],
      ['楼梯间', '12', '10'],
      ['幼儿园活动室', '22', '18'],
    ],
  });
  flow.paragraph(
    '房间温度达不到标准时，用户可以申请免费测温。测温员应在二十四小时内上门，双方在记录单上签字。连续两天不达标的，从申请当天起按天退还热费。',
  );
}

function repairs(flow: Flow): void {
  flow.breakPage();
  flow.heading('三、报修', 2);
  flow.paragraph(
    '报修电话全天有人接听，号码是 8800-2417。请说明地址、楼层和故障情况。发现管道漏水时，请先关闭室内的两个阀门，再打电话。蒸汽或热水喷出时不要靠近，请立即离开并通知邻居。',
  );
  flow.list(
    [
      '漏水：维修人员两小时内到达。',
      '整栋楼不热：四小时内到达。',
      '单个散热器不热：第二个工作日结束前到达。',
      '热量表故障：五个工作日内更换，期间按去年同期用量计费。',
    ],
    (index) => `${index + 1}.`,
  );
  flow.paragraph(
    '维修人员都佩戴带照片的工作证，编号以字母 H 开头。维修人员不收现金。如果有人在门口要求付现金，请不要付款，并拨打上述电话核实。',
  );
  flow.heading('四、自己可以做的事', 2);
  flow.paragraph(
    '散热器上部不热、下部热，多半是因为里面有空气。请用钥匙把放气阀逆时针旋转半圈，听到嘶嘶声后等待，直到有水流出，再把阀门关紧。放气时请在下面放一个杯子。每个采暖期开始时放气一次即可。',
  );
  flow.paragraph(
    '不要用家具或窗帘遮挡散热器，遮挡会使散热量减少四分之一。短时间通风应把窗户全部打开五分钟，不要让窗户整天半开。外出两天以上时，把温控阀调到雪花标志，这样管道不会冻裂。',
  );
  flow.heading('五、改装的规定', 2);
  flow.paragraph(
    '更换散热器以前必须书面申请，由持证的安装工施工。未经同意增加散热器的，每片罚款三十元，并恢复原状。不得从供热管道放水使用，管道中的水加有防腐药剂，不能饮用，也不能洗衣。',
  );
}

function fees(flow: Flow): void {
  flow.breakPage();
  flow.heading('六、收费', 2);
  flow.paragraph(
    '热费由基本费和用量费两部分组成。基本费按建筑面积计算，每平方米每月一元二角；用量费按热量表的读数计算。账单每两个月寄出一次，请在收到后二十一天内付款。',
  );
  flow.table('表2　用量费单价', {
    rules: 'grid',
    size: 10,
    columns: [
      { header: '用户类别', share: 2, align: 'left' },
      { header: '单价（元/千瓦时）', share: 1.4, align: 'right' },
      { header: '适用范围', share: 2.4, align: 'left' },
    ],
    rows: [
      ['住宅', '0.36', '独立住宅和公寓'],
      ['学校和医院', '0.33', '凭市政府证明'],
      ['商店和办公室', '0.42', '面积在五百平方米以下'],
      ['车间', '0.39', '签订三年以上合同'],
    ],
  });
  flow.paragraph(
    '逾期付款的，从第二十二天起每天加收万分之五的滞纳金。有困难的家庭可以向市咨询处申请分期付款，最长分为十二个月。七十岁以上独居老人的基本费减半，请携带身份证到营业厅办理。',
  );
  flow.heading('七、搬家和停用', 2);
  flow.paragraph(
    '搬家前请提前十天通知，我们会在交房当天读取热量表。不通知的，热费继续由原用户承担。申请停用整个采暖期的，应在九月三十日以前提出，停用期间仍须交纳百分之三十的基本费，因为相邻住户的热量会通过墙壁传入。',
  );
  flow.heading('八、意见和投诉', 2);
  flow.paragraph(
    '对答复不满意的，可以在三十天内向市公用事业委员会申诉。委员会设在老煤气厂街五号，每星期二下午接待来访，不需要预约。申诉不收费。',
  );
  flow.paragraph('本手册自2025年4月1日起施行。');
}

/** Three pages. */
export async function heatingGuide(): Promise<Buffer> {
  const pdf = createPaper({
    title: '供热用户手册',
    author: '哈罗米尔供热公司',
    language: 'zh-CN',
    date: '2025-03-01',
  });
  const flow = new Flow(pdf, { face, size: 11.5, leading: 20.5, newPage: (number) => dress(pdf, number) });
  for (const part of [service, repairs, fees]) part(flow);
  return finish(pdf);
}
