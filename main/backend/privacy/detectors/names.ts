/** Common first names, in lower case: with a word in capitals behind them they are a person far more often than not. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `aaron adam adriana agnes ahmed aisha alan albert alejandro alex alexander alice alicia alina amanda amelia amy ana andrea
andreas andrew angela anna anne anthony antonio arthur barbara beatrice benjamin bernard bianca brandon brian bruno carla
carlos carmen carol caroline catherine cecilia charles charlotte chloe chris christian christina christopher clara claire
claudia daniel daniela david deborah denis denise diana diego dmitri dominik dorothy edward elena elizabeth ella emily emma
eric erik ethan eva fatima felix fernando fiona florian francesca francisco frank gabriel george giulia grace greta hanna
hannah hans harry heather heidi helen helena henry hugo ian ibrahim ingrid irene isaac isabel isabella ivan jack jacob james
jan jane jason javier jean jennifer jessica joan johan john jonas jonathan jorge jose joseph joshua juan judith julia julian
karen karin karl katarina katherine kathleen keith kenneth kevin klaus lara larry laura lauren lea leonard liam linda lisa
lorenzo louis louise lucas lucia lucy luis lukas maria marie marina mario mark markus marta martha martin mary matthew max
maya melissa michael michelle miguel mohammed monica nadia nancy natalie nathan nicholas nicole nina noah nora oliver olivia
omar oscar pablo pamela patricia patrick paul paula pedro peter petra philip pierre priya rachel rafael raj ralph ramon
raymond rebecca ricardo richard robert roberto roger ronald rosa ruth ryan samantha samuel sandra sara sarah scott sebastian
sergio sharon silvia simon sofia sophia sophie stefan stephanie stephen steven susan sven sylvia teresa theresa thomas
timothy tobias ursula valentina vanessa veronica victor victoria vincent virginia walter wei wendy william yusuf yvonne zoe`.split(
    /\s+/u,
  ),
);

/** The most common Chinese surnames of one character. */
export const SURNAMES_ZH: ReadonlySet<string> = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
);
