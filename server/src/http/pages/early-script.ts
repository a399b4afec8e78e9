import { earlyHoldKey, earlyPressKey } from "@shop/shared/prerender";

/**
 * Runs before the client's code. Marks the stored user's role on the root element for styles, and records presses of
 * prerendered buttons and links, which the client replays after hydration.
 */
export const earlyScript = [
  'try{document.documentElement.dataset.visitor=JSON.parse(localStorage.userInfo).isAdmin?"admin":"customer"}catch{}',
  '{const drawn=(e,kind)=>e.target.closest?.("#prerender "+kind)',
  `addEventListener("click",e=>{const b=drawn(e,"button");if(b){e.preventDefault();window.${earlyPressKey}=b}},true)`,
  `addEventListener("mousedown",e=>{if(e.button===0)window.${earlyHoldKey}=drawn(e,":is(a,button)")},true)`,
  `addEventListener("keydown",e=>{if(e.key===" ")window.${earlyHoldKey}=drawn(e,"button")},true)`,
  `for(const end of["mouseup","keyup"])addEventListener(end,()=>{window.${earlyHoldKey}=null},true)}`,
].join(";");
