/** The program of the page of a trace: filters, jumps to errors, and their keys. */

/** Rows that are filtered out are not jumped to; a jump begins at the row with the focus. */
export const pageScript = `
const byId=(id)=>document.getElementById(id);
const rows=[...document.querySelectorAll('main details')];
const places=new Map(rows.map((row,place)=>[row,place]));
const bad=rows.filter((row)=>row.dataset.bad!==undefined);
const [filter,changes,legend,errors]=['filter','changes','legend','errors'].map(byId);
const isText=(row,wanted)=>row.textContent.toLowerCase().includes(wanted.toLowerCase())||row.dataset.session===wanted;
let current;
function count(){
  const shown=bad.filter((row)=>!row.hidden);
  const place=shown.indexOf(current)+1;
  const all=shown.length===1?'1 error':shown.length+' errors';
  errors.textContent=shown.length===0?'no errors':'✗ '+(place===0?all:place+' of '+all);
  errors.className=shown.length===0?'none':'';
  byId('next').disabled=byId('previous').disabled=shown.length===0;
}
function apply(){
  const wanted=filter.value;
  const isChange=changes!==null&&changes.checked;
  for(const row of rows)row.hidden=(isChange&&row.dataset.change===undefined)||(wanted!==''&&!isText(row,wanted));
  count();
}
function jump(step){
  const shown=bad.filter((row)=>!row.hidden);
  if(shown.length===0)return;
  const focused=document.activeElement===null?null:document.activeElement.closest('main details');
  const from=places.get(focused===null?current:focused)??-1;
  const after=step>0?shown.find((row)=>places.get(row)>from):shown.findLast((row)=>places.get(row)<from);
  current=after===undefined?shown.at(step>0?0:-1):after;
  current.scrollIntoView({block:'center'});
  current.querySelector('summary').focus({preventScroll:true});
  count();
}
const keys={
  n:()=>jump(1),
  p:()=>jump(-1),
  c:()=>{if(changes!==null){changes.checked=!changes.checked;apply();}},
  '/':()=>filter.focus(),
  '?':()=>{legend.open=!legend.open;},
};
filter.addEventListener('input',apply);
if(changes!==null)changes.addEventListener('change',apply);
byId('next').addEventListener('click',()=>jump(1));
byId('previous').addEventListener('click',()=>jump(-1));
document.addEventListener('keydown',(event)=>{
  if(event.ctrlKey||event.metaKey||event.altKey)return;
  if(event.key==='Escape'){filter.value='';filter.blur();apply();return;}
  if(event.target===filter||!Object.hasOwn(keys,event.key))return;
  event.preventDefault();
  keys[event.key]();
});
for(const row of rows)row.addEventListener('toggle',()=>{
  const text=row.querySelector('pre');
  try{text.textContent=JSON.stringify(JSON.parse(text.textContent),undefined,2);}catch{}
},{once:true});
apply();
`;
